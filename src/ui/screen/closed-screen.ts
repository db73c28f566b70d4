import * as vscode from 'vscode';
import type { Message } from '../../core/message';
import { readFromPage, type ToPage } from '../../core/screen/messages';
import type { ConnectionKey } from '../../state';
import { localize, plainLabel } from '../editor/localize';
import { runRemedy } from './run-remedy';
import type { OuterRemedy } from './screen-controller';
import { writeScreenPage } from './write-screen-page';

/** A tab that came back and cannot show its session yet: it says why, and requests nothing. */
export class ClosedScreen {
  readonly client = undefined;
  readonly hasEnded = true;
  readonly canClick = false;
  private readonly made: vscode.Disposable;

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly session: string,
    readonly connection: ConnectionKey,
    why: Message,
    remedy: OuterRemedy,
    resources: vscode.Uri,
    changed: () => void,
  ) {
    const { webview } = panel;
    const state: ToPage = { type: 'state', state: 'ended', text: localize(why), remedy };
    this.made = vscode.Disposable.from(
      webview.onDidReceiveMessage((received: unknown) => {
        const type = readFromPage(received)?.type;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is not a window's
        if (type === 'ready') void webview.postMessage(state);
        else if (type === remedy) void runRemedy(this, remedy);
      }),
      panel.onDidChangeViewState(changed),
      panel.onDidDispose(() => this.dispose()),
    );
    const { name, address } = connection;
    writeScreenPage(webview, resources, plainLabel(panel.title), { session, connection: name, address });
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  acted(): void {
    // Nothing is shown.
  }

  dispose(): void {
    this.made.dispose();
  }
}
