import path from 'node:path';
import type { WatchTaskActivity } from '../../app/activities/activity';
import { FolderError, VerdictError } from '../../app/upload/inspect-folders';
import { outcomeWords, stepTitle } from '../../app/upload/outcome-words';
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
import { labelOf } from '../../state';
import { setContext } from '../editor/context';
import { showCountdowns } from '../editor/countdown';
import { requireReadable } from '../folders/choose-folder';
import { labelIn, type Services } from '../services';
import { unattendedDependencies } from '../upload/upload';
import { titleOf } from '../upload/repeat-upload';
import { publish } from '../upload/upload-error';
import type { UploadTask } from './definition';
import { errorLines, lineOf } from './lines';

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
  async session({ folder, session: wanted }: UploadTask, signal: AbortSignal): Promise<string> {
    requireReadable(folder);
    refuseProduction(this.services.connection.settings);
    const { client, sessions } = await this.deps().connect();
    return sessionUnattended({ client, sessions }, { folder: folder.fsPath, wanted }, signal);
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
    const outcome = await uploadUnattended(this.deps(), request, this.runStep(signal));
    if (outcome.kind === 'uploaded') void setContext('uploaded', true);
    const words = outcomeWords(outcome);
    if (words) this.writeMessage(words);
    return outcome;
  }

  /** Writes an error as lines. What can be shown in the Problems panel is shown there too. */
  fail(error: unknown): void {
    if (error instanceof UploadCancelled && error.phase === 'loading')
      return this.writeMessage(
        message('Canceled too late: “{0}” may still load the extension.', labelOf(error.session)),
      );
    if (error instanceof Cancelled) return this.writeMessage(message('Upload canceled.'));
    this.services.log.error(error);
    if (error instanceof FolderError) {
      errorLines(error, publish(error, this.services.inspections)).forEach(this.writeLine);
      // The sentences of all others say so themselves.
      if (error instanceof VerdictError) this.writeMessage(message('Nothing was sent.'));
    } else this.writeMessage(withTexts(sentenceOf(error), (id) => labelIn(this.services, id)));
  }

  writeMessage(text: Message): void {
    this.writeLine(lineOf(text));
  }

  /** Whether the service still runs: one of this machine must not be started again by a change of a file. */
  get isServiceThere(): boolean {
    return this.services.connection.address !== undefined;
  }

  /** The task's folder, as it stands among what runs. */
  watched(
    { folder }: UploadTask,
    id: string,
  ): Pick<WatchTaskActivity, 'connection' | 'session' | 'folder' | 'endsInProduction'> {
    const { records, connection } = this.services;
    const { name, address } = connection.settings;
    const session = records.sessions.get(id) ?? { id };
    return { connection: { name, address }, session, folder: folder.fsPath, endsInProduction: true };
  }

  /** The name of the extension, for the user. */
  title({ folder }: UploadTask, session: string): string {
    return titleOf(this.services.records.sessions.get(session), folder.fsPath) ?? path.basename(folder.fsPath);
  }

  private deps(): ReturnType<typeof unattendedDependencies> {
    return unattendedDependencies(this.services, async () => {
      const { name } = this.services.connection;
      throw new UserError(message('Set a token for “{0}” with the command Set Token, then run the task again.', name));
    });
  }

  private runStep(cancelled: AbortSignal): RunStep {
    return (step, work) => {
      if (step.kind === 'sending' || step.kind === 'updating') this.writeMessage(message('{0}…', stepTitle(step)));
      // A signal of its own: the countdowns of a later step are not those of this one.
      const signal = AbortSignal.any([cancelled]);
      const writeOnce = once((text: Message) => this.writeMessage(text));
      showCountdowns(signal, writeOnce);
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
