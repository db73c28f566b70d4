import * as vscode from 'vscode';
import { ClickRecording } from '../../app';
import type { Connections } from '../../app/connections/connections';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { ConnectionKey, Label } from '../../state';
import { setContext } from '../editor/context';
import { commandId } from '../editor/contributed';
import { localize, t } from '../editor/localize';
import { OfferError } from '../editor/offer-error';

/** Records the clicks in one session at a time, and shows in the status bar that it does. */
export class Recordings {
  private current: { readonly recording: ClickRecording; readonly label: Label } | undefined;
  private readonly item = vscode.window.createStatusBarItem(
    'browserSessions.recording',
    vscode.StatusBarAlignment.Left,
  );
  private readonly listener: { dispose(): void };

  constructor(connections: Pick<Connections, 'onDidClick'>) {
    this.item.name = t('Browser Sessions: Recording');
    this.item.command = commandId('stopRecording');
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
    this.item.dispose();
  }

  private show(): void {
    void setContext('recording', this.current !== undefined);
    if (!this.current) return this.item.hide();
    const { recording, label } = this.current;
    this.item.text = localize(
      recording.count === 1
        ? message('$(record) Recording: 1 click · Stop')
        : message('$(record) Recording: {0} clicks · Stop', recording.count),
    );
    this.item.tooltip = localize(
      recording.left > 0
        ? message('The recording is full: it has {0} clicks. Select to stop.', recording.count)
        : message('Every click in “{0}” is recorded, wherever it comes from. Select to stop.', label),
    );
    this.item.show();
  }
}
