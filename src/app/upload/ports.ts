import type { Client } from '../../api';
import type { Message } from '../../core/message';
import type { Secret, PackProgress } from '../../packaging';
import type { SessionRecord, UploadRecord } from '../../state';

/**
 * The questions of an upload. A person answers them in dialogs; an agent, a task or a test answers without any.
 * @throws Cancelled, from each of them, to stop the upload.
 */
export interface UploadQuestions {
  /**
   * Asked if the request names no session.
   * @returns its ID.
   */
  session(question: SessionQuestion): Promise<string>;
  /**
   * Asked again until every secret that was found has an answer.
   * @returns the files to upload anyway.
   */
  secrets(question: SecretsQuestion): Promise<readonly string[]>;
  /**
   * Asked for an extension whose own name is taken by something else.
   * @returns its folder in the browser: `extensions/<name>`; the wanted one to replace what has it.
   */
  name(question: NameQuestion): Promise<string>;
  /** Asked for a production connection, after all other questions. Resolves if the upload is confirmed. */
  production(question: ProductionQuestion): Promise<void>;
}

export interface SessionQuestion {
  /** The client of the service that receives the upload. */
  readonly client: Client;
  /** Names of the extensions. */
  readonly titles: Message;
}

export interface SecretsQuestion {
  readonly folder: string;
  readonly secrets: readonly Secret[];
  /**
   * Files that cannot be excluded, because the extension does not work without them. Paths within the folder, with `/`.
   */
  readonly required: ReadonlySet<string>;
}

export interface NameQuestion {
  /** The name in the extension's manifest, or else the name of its folder. */
  readonly title: string;
  /** The name that it would have, and that is taken. */
  readonly wanted: string;
  /** Names that the session has already. */
  readonly loaded: readonly string[];
  /** Names given to other extensions of the same upload. */
  readonly besides: readonly string[];
  /** The upload of another folder that has the name, if this one can take its place. */
  readonly replaceable: UploadRecord | undefined;
}

export interface ProductionQuestion {
  /** Names of the extensions. */
  readonly titles: Message;
  readonly session: SessionRecord;
  /** Whether what runs is replaced, with no restart and no further copy. */
  readonly inPlace: boolean;
}

/** What an upload is doing between its questions. */
export type UploadStep =
  | { readonly kind: 'checking'; readonly folder: string }
  | { readonly kind: 'searching'; readonly title: string }
  | { readonly kind: 'zipping'; readonly titles: Message }
  | { readonly kind: 'sending'; readonly titles: Message; readonly session: SessionRecord }
  /** From the Chrome Web Store. */
  | { readonly kind: 'fetching' }
  /** With what is in the catalog. */
  | { readonly kind: 'comparing'; readonly title: string }
  /** To the catalog. */
  | { readonly kind: 'adding'; readonly title: string }
  | { readonly kind: 'updating'; readonly title: string; readonly session: SessionRecord }
  /** The upload has happened: whoever cancels this step does not want to wait for what the browser says of it. */
  | { readonly kind: 'proving'; readonly session: SessionRecord };

/** The progress of an upload. `loading`: everything was sent, and the service has the browser load it, which may restart it. */
export type UploadProgress =
  { readonly phase: 'sending'; readonly sent: number; readonly total: number } | { readonly phase: 'loading' };

/** The progress of an upload of folders. */
export type FoldersProgress = ({ readonly phase: 'zipping' } & PackProgress) | UploadProgress;

/**
 * Runs a step and shows its progress, with a way to cancel it.
 * @param work receives the signal that cancels it, and a function to report progress.
 */
export type RunStep = <T>(
  step: UploadStep,
  work: (signal: AbortSignal, onProgress: (progress: FoldersProgress) => void) => Promise<T>,
) => Promise<T>;
