import path from 'node:path';
import { FolderError, VerdictError } from '../../app/upload/inspect-folders';
import type { RunStep } from '../../app/upload/ports';
import {
  refuseProduction,
  sessionUnattended,
  uploadUnattended,
  type UnattendedOutcome,
} from '../../app/upload/unattended';
import { UploadCancelled } from '../../app/upload/upload-packages';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { message, withTexts, type Message } from '../../core/message';
import { isNotFound } from '../../core/service-error';
import { labelOf, type SessionRecord } from '../../state';
import { setContext } from '../editor/context';
import { showCountdowns } from '../editor/countdown';
import { reloadsPages } from '../editor/settings';
import { requireReadable } from '../folders/choose-folder';
import { labelIn, type Services } from '../services';
import { partsOf } from '../upload/upload';
import { publish } from '../upload/upload-error';
import { titleOf } from '../upload/upload-progress';
import type { UploadTask } from './definition';
import { errorLines, lineOf } from './lines';
import { wordsOf } from './words';

/** The session of a task. */
export interface TaskSession {
  readonly id: string;
  /** Aborted, with an error as its reason, when its token was cleared, or its connection is not what it was. */
  readonly ended: AbortSignal;
}

/** The upload of a task: it asks nothing, and writes lines instead of notifications. */
export class TaskUpload {
  constructor(
    private readonly services: Services,
    private readonly writeLine: (line: string) => void,
  ) {}

  /**
   * Finds the session of a task.
   * @throws UserError if the task lacks what only a person could decide. Nothing was sent.
   */
  async session({ folder, session: wanted }: UploadTask, signal: AbortSignal): Promise<TaskSession> {
    requireReadable(folder);
    this.requireConnection();
    const { client, sessions } = await this.parts().connect();
    const id = await sessionUnattended({ client, sessions }, { folder: folder.fsPath, wanted }, signal);
    return { id, ended: client.ended };
  }

  /**
   * Uploads the folder, and says what came of it.
   * @param inPlaceOnly whether a second copy in the session is out of the question.
   */
  async run(
    { folder }: UploadTask,
    session: string,
    inPlaceOnly: boolean,
    signal: AbortSignal,
  ): Promise<UnattendedOutcome> {
    const request = { folder: folder.fsPath, session, inPlaceOnly };
    const outcome = await uploadUnattended(this.parts(), request, this.runStep(signal));
    if (outcome.kind === 'uploaded') void setContext('uploaded', true);
    const words = wordsOf(outcome);
    if (words) this.say(words);
    return outcome;
  }

  /**
   * @throws UserError if the connection is not in the settings any more, has another address there, or is one of
   * production.
   */
  requireConnection(): void {
    refuseProduction(this.services.connection.settings);
  }

  /** The connection, and the address that it has. */
  get at(): { readonly connection: string; readonly address: string } {
    const { name, address } = this.services.connection.settings;
    return { connection: name, address };
  }

  /** Writes an error as lines. What can be shown in the Problems panel is shown there too. */
  fail(error: unknown): void {
    if (error instanceof UploadCancelled && error.phase === 'restarting')
      return this.say(message('Canceled too late: “{0}” may still load the extension.', labelOf(error.session)));
    if (error instanceof Cancelled) return this.say(message('Upload canceled.'));
    this.services.log.error(error);
    if (error instanceof FolderError) {
      errorLines(error, publish(error, this.services.inspections)).forEach(this.writeLine);
      // The sentences of all others say so themselves.
      if (error instanceof VerdictError) this.say(message('Nothing was sent.'));
    } else this.say(withTexts(sentenceOf(error), (id) => labelIn(this.services, id)));
  }

  say(text: Message): void {
    this.writeLine(lineOf(text));
  }

  /** Whether the session of a failed upload no longer exists, so that trying again is of no use. */
  isOver(session: string, error: unknown): boolean {
    return isNotFound(error) || this.sessionOf(session).released === true;
  }

  /** Whether the service still runs: one of this machine must not be started again by a change of a file. */
  get isServiceThere(): boolean {
    return this.services.connection.address !== undefined;
  }

  /** The extension and the session, as sentences name them. */
  named({ folder }: UploadTask, session: string): { readonly title: string; readonly session: SessionRecord } {
    const record = this.sessionOf(session);
    const upload = record.uploads?.find((each) => each.folder === folder.fsPath);
    return { title: upload?.title ?? path.basename(folder.fsPath), session: record };
  }

  private sessionOf(id: string): SessionRecord {
    return this.services.records.sessions.get(id) ?? { id };
  }

  private parts(): Parameters<typeof uploadUnattended>[0] {
    const { connection } = this.services;
    const noToken = async (): Promise<never> => {
      throw new UserError(
        message('Set a token for “{0}” with the command Set Token, then run the task again.', connection.name),
      );
    };
    return { ...partsOf(this.services, () => connection.client(noToken)), reloadPages: reloadsPages() };
  }

  private runStep(cancelled: AbortSignal): RunStep {
    return (step, work) => {
      if (step.kind === 'sending' || step.kind === 'updating') this.say(message('{0}…', titleOf(step)));
      // A signal of its own: the countdowns of a later step are not those of this one.
      const signal = AbortSignal.any([cancelled]);
      const sayOnce = once((text: Message) => this.say(text));
      showCountdowns(signal, sayOnce);
      return work(signal, () => {});
    };
  }
}

/** A line can't be changed, and a countdown would fill the terminal. */
function once<T>(call: (value: T) => void): (value: T) => void {
  let called = false;
  return (value) => {
    if (!called) call(value);
    called = true;
  };
}
