import * as vscode from 'vscode';
import { SECTION, type SettingName } from './contributed';
import { t } from './localize';

/** Lets the user choose the program of a browser of this machine, and stores it in the settings. */
export async function chooseChromium(): Promise<void> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: t('Choose Chromium, Chrome or Edge'),
      openLabel: t('Choose Browser'),
    })) ?? [];
  if (!chosen) return;
  const name: SettingName = 'chromium';
  await vscode.workspace.getConfiguration(SECTION).update(name, chosen.fsPath, vscode.ConfigurationTarget.Global);
}
