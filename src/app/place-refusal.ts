import { message } from '../core/message';
import { ServiceError } from '../core/service-error';
import { placeOf, type PackedFile, type Problem, type RefusalCode } from '../packaging';

/** A rejection in the words of the browser or service that made it. */
export interface Refusal {
  readonly words: string;
  readonly code: RefusalCode;
  /** The browser or service that rejected it. */
  readonly source: string;
}

/**
 * What a service reports about one extension of an upload. The local service and the newest browser image answer
 * `invalid extension NAME: …`.
 */
export function refusedExtension(error: unknown): { readonly name: string; readonly words: string } | undefined {
  const said = error instanceof ServiceError && error.status === 400 ? error.body.message : undefined;
  const [, name, words] = /^invalid extension ([\w.-]+): (.+)$/s.exec(said ?? '') ?? [];
  return name === undefined || words === undefined ? undefined : { name, words };
}

/** The rejection as a problem, at the line that its message is about. */
export async function placeRefusal(
  { words, code, source }: Refusal,
  folder: string,
  files: readonly PackedFile[],
): Promise<Problem> {
  const place = await placeOf(
    words,
    folder,
    files.map((file) => file.path),
  );
  return { severity: 'error', code, source, message: message('{0}', words), ...place };
}
