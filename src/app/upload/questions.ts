import type { Client } from '../../api';
import type { Message } from '../../core/message';
import type { Secret } from '../../packaging';
import type { SessionRecord } from '../../state';

/**
 * What an upload asks of whoever wants it: a person with boxes, or an agent, a task or a test without any.
 * @throws Cancelled, each of them, where there shall be no upload.
 */
export interface UploadQuestions {
  /** Asked where the request names no session. @returns its ID. */
  session(question: SessionQuestion): Promise<string>;
  /** Asked again until nothing is found that was not answered. @returns the files to upload anyway. */
  secrets(question: SecretsQuestion): Promise<readonly string[]>;
  /** Asked for each extension that has no name yet. @returns its folder in the browser: `extensions/<name>`. */
  name(question: NameQuestion): Promise<string>;
  /** Asked at a production connection, after all the others. Resolves where the upload shall happen. */
  production(question: ProductionQuestion): Promise<void>;
}

export interface SessionQuestion {
  /** Of the service that the upload goes to. */
  readonly client: Client;
  /** Names of the extensions. */
  readonly titles: Message;
}

export interface SecretsQuestion {
  readonly folder: string;
  readonly secrets: readonly Secret[];
  /** Files that cannot be excluded: without them there is no extension. Paths within the folder, with `/`. */
  readonly required: ReadonlySet<string>;
}

export interface NameQuestion {
  /** Name of the extension in its manifest; without one, that of its folder. */
  readonly title: string;
  /** Names of what was uploaded into the session before. */
  readonly loaded: readonly string[];
  /** Names that other extensions of the same upload have got. */
  readonly besides: readonly string[];
  /** Which of several names this is. */
  readonly step?: { readonly step: number; readonly of: number };
}

export interface ProductionQuestion {
  /** Names of the extensions. */
  readonly titles: Message;
  readonly session: SessionRecord;
  /** Whether what runs is replaced, with no restart and no further copy. */
  readonly inPlace: boolean;
}
