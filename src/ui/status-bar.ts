import * as vscode from 'vscode';
import { UserError } from '../core/errors';
import { TOKEN_VARIABLE, type Tokens } from '../state';
import { say } from './say';
import { serviceAddress } from './settings';

/** Shows which service the commands talk to, and where its token comes from. */
export class StatusBar {
  private readonly item = vscode.window.createStatusBarItem('browserSessions.connection', vscode.StatusBarAlignment.Left);

  constructor(private readonly tokens: Tokens) {
    this.item.name = vscode.l10n.t('Browser Sessions: Connection');
    this.item.command = 'browserSessions.manageConnection';
  }

  async refresh(): Promise<void> {
    const { text, tooltip } = await this.words().catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      return { text: vscode.l10n.t('no address'), tooltip: say(error.text) };
    });
    this.item.text = `$(browser) ${text}`;
    this.item.tooltip = tooltip;
    this.item.show();
  }

  private async words(): Promise<{ text: string; tooltip: string }> {
    const address = serviceAddress();
    const token = await this.tokens.get(address);
    return {
      text: new URL(address).host,
      tooltip: [vscode.l10n.t('Browser Sessions at {0}', address), tokenWords(token?.source)].join('\n'),
    };
  }

  dispose(): void {
    this.item.dispose();
  }
}

function tokenWords(source: 'stored' | 'environment' | undefined): string {
  if (source === 'stored') return vscode.l10n.t('Token: from the secret storage of the editor');
  if (source === 'environment') return vscode.l10n.t('Token: from the environment variable {0}', TOKEN_VARIABLE);
  return vscode.l10n.t('Token: none yet; it is asked for when it is needed');
}
