import type { Protocol } from 'devtools-protocol';
import { asText } from '../../core/json';
import { listOf, type Doubtful } from '../doubtful';
import type { DevToolsConnection } from '../connection';
import { ifThere, worldIn, type Called } from '../screen/frames';

/** Milliseconds in which a page reads a file. */
const MAX_READ = 60_000;
/** The last header of a part that names a file, at the end of what comes before its content. */
const FILE_PART =
  /content-disposition: form-data; name="([^"\r\n]*)"; filename="([^"\r\n]*)"\r\n(?:[^\r\n]+\r\n)*\r\n$/i;
/** How `multipart/form-data` writes these characters in names. */
const ESCAPES = [
  ['%22', '"'],
  ['%0D', '\r'],
  ['%0A', '\n'],
] as const;

/** Finds a file that a person has chosen in the document, as base64; undefined if it is too large or not there. */
const READ = `async (name, file, most) => {
  const inputs = [...document.querySelectorAll('input[type=file]')].filter((each) => each.files.length > 0);
  const all = inputs.toSorted((one, other) => (other.name === name) - (one.name === name));
  const found = all.flatMap((each) => [...each.files]).find((each) => each.name === file);
  if (!found || found.size > most) return undefined;
  const reader = new FileReader();
  await new Promise((resolve, reject) => { reader.onload = resolve; reader.onerror = reject; reader.readAsDataURL(found); });
  return reader.result.slice(reader.result.indexOf(',') + 1);
}`;

/**
 * The body of a request. Chromium does not tell the content of files that a person has chosen: it is read in the
 * document, where they are chosen in a field.
 * @param frame of the document that sends it.
 * @param most bytes.
 * @returns undefined if there is none; `unknown` if a part of it can't be had, or it is too large.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function requestBody(
  connection: DevToolsConnection,
  request: Doubtful<Protocol.Network.Request> | null | undefined,
  frame: string | undefined,
  to: Called,
  most: number,
): Promise<Buffer | undefined | 'unknown'> {
  if (request?.hasPostData !== true) return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  for (const { bytes } of listOf(request.postDataEntries)) {
    const given = asText(bytes);
    const part =
      given === undefined
        ? await fileAfter(connection, parts.at(-1), frame, to, most - size)
        : Buffer.from(given, 'base64');
    if (!part) return 'unknown';
    size += part.length;
    parts.push(part);
  }
  return parts.length === 0 || size > most ? 'unknown' : Buffer.concat(parts);
}

async function fileAfter(
  connection: DevToolsConnection,
  before: Buffer | undefined,
  frame: string | undefined,
  to: Called,
  most: number,
): Promise<Buffer | undefined> {
  const [, name, file] = FILE_PART.exec(before?.subarray(-4096).toString() ?? '') ?? [];
  if (name === undefined || file === undefined || frame === undefined) return undefined;
  const contextId = await ifThere(worldIn(connection, frame, to), to.signal);
  if (contextId === undefined) return undefined;
  const expression = `(${READ})(${JSON.stringify(unescaped(name))}, ${JSON.stringify(unescaped(file))}, ${most})`;
  const asked = { expression, contextId, awaitPromise: true, returnByValue: true };
  const read = await ifThere(connection.send('Runtime.evaluate', asked, { ...to, timeout: MAX_READ }), to.signal);
  const content = asText(read?.result?.value);
  return content === undefined ? undefined : Buffer.from(content, 'base64');
}

function unescaped(text: string): string {
  return ESCAPES.reduce((read, [escape, sign]) => read.replaceAll(escape, sign), text);
}
