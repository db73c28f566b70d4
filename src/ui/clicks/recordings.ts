import * as vscode from 'vscode';
import { ClickRecording } from '../../app/clicks/click-recording';
import type { Connections } from '../../app/connections/connections';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { ConnectionKey, Label } from '../../state';
import { setContext } from '../editor/context';
import { commandId } from '../editor/contributed';
import { OfferError } from '../editor/offer-error';
import type { RunningItem } from '../editor/running-item';

/** Records the clicks in one session at a time, and shows in the status bar that it does. */
export class Recordings {
  private current: { readonly recording: ClickRecording; readonly label: Label } | undefined;
  private readonly listener: { dispose(): void };

  constructor(
    connections: Pick<Connections, 'onDidClick'>,
    private readonly item: RunningItem,
  ) {
    this.listener = connections.onDidClick((click) => {
      if (this.current?.recording.add(click)) this.show();
    });
  }

  /**
   * @param label the user-visible name of the session.
   * @throws UserError if another session is being recorded.
   */
  start(connection: ConnectionKey, session: string, label: Label): void {
    if (this.current)
      throw new OfferError(message('“{0}” is being recorded. Stop that recording first.', this.current.label), {
        label: message('Stop Recording'),
        run: () => vscode.commands.executeCommand(commandId('stopRecording')),
      });
    const { name, address } = connection;
    this.current = { recording: new ClickRecording({ name, address }, session), label };
    this.show();
  }

  /**
   * Ends the recording.
   * @throws UserError if there is none.
   */
  stop(): ClickRecording {
    if (!this.current) throw new UserError(message('Nothing is being recorded. Use Record Sequence first.'));
    const { recording } = this.current;
    this.current = undefined;
    this.show();
    return recording;
  }

  dispose(): void {
    this.listener.dispose();
  }

  private show(): void {
    void setContext('recording', this.current !== undefined);
    if (!this.current) return this.item.show('recording', undefined);
    const { recording, label } = this.current;
    this.item.show('recording', {
      icon: 'record',
      text:
        recording.count === 1
          ? message('Recording: 1 click · Stop')
          : message('Recording: {0} clicks · Stop', recording.count),
      isUrgent: true,
      details:
        recording.left > 0
          ? message('The recording is full: it has {0} clicks.', recording.count)
          : message('Every click in “{0}” is recorded, wherever it comes from.', label),
      links: [[message('Stop Recording'), commandId('stopRecording')]],
    });
  }
}
