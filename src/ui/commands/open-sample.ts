import * as vscode from 'vscode';
import { copySample, SAMPLES, type SampleName } from '../../app/copy-sample';
import { Cancelled } from '../../core/errors';
import { message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { extensionFile } from '../editor/manual';
import { localize, MAX_NAME, MAX_TITLE, MAX_WORDS } from '../editor/localize';
import { pick } from '../editor/pick';
import { showInformation } from '../editor/show';
import type { Command } from './command';

const TITLE = message('Open Sample');
const NAMES = Object.keys(SAMPLES).filter((name): name is SampleName => name in SAMPLES);

export const openSample: Command = async (_services, { name, resources }) => {
  const chosen =
    NAMES.find((each) => each === name) ??
    (await pick(
      TITLE,
      message('Select the tool that builds it'),
      NAMES.map((each) => ({ label: plainText(SAMPLES[each], MAX_NAME), value: each })),
    ));
  const into = resources?.[0] ?? (await chooseFolder());
  const copy = vscode.Uri.file(await copySample(extensionFile('samples').fsPath, chosen, into.fsPath));
  const open = (forceNewWindow: boolean): Thenable<unknown> =>
    vscode.commands.executeCommand('vscode.openFolder', copy, { forceNewWindow });
  // Nothing is open that would be closed.
  if (vscode.workspace.workspaceFolders === undefined) await open(false);
  else
    void showInformation(message('The sample is in “{0}”. Its README has the next steps.', copy.fsPath), {
      label: message('Open in New Window'),
      run: () => open(true),
    });
};

/** @throws Cancelled */
async function chooseFolder(): Promise<vscode.Uri> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: localize(TITLE, MAX_TITLE),
      openLabel: localize(message('Copy Sample Here'), MAX_WORDS),
      canSelectFolders: true,
      canSelectFiles: false,
    })) ?? [];
  if (!chosen) throw new Cancelled();
  return chosen;
}
