import * as vscode from 'vscode';
import { DevToolsSessions } from '../app';
import { AllowedSecrets } from '../state';
import { manifestCheck } from './folders/check-manifest';
import { runCommand } from './commands';
import { setContext } from './editor/context';
import { Inspections } from './folders/inspections';
import { LastClick } from './sessions/last-click';
import { Decorations } from './preview/decorations';
import { Preview } from './preview/preview';
import { ProblemsPanel } from './folders/problems-panel';
import { QuickFixes } from './folders/quick-fixes';
import { Screenshots } from './sessions/screenshots';
import type { StartupServices } from './services';
import { Watches } from './upload/watches';
import { commandId } from './editor/contributed';

/** What commands and extension folders need. */
export interface OpenedWindow extends vscode.Disposable {
  /** Runs a command of package.json with the arguments from the editor. */
  run(id: string, args: readonly unknown[]): Promise<void>;
  /** Checks a folder with a manifest. */
  check(folder: vscode.Uri): Promise<void>;
}

/** Creates everything that exists once per window and is needed only when the extension is used. */
export function openWindow(
  startup: StartupServices,
  { workspaceState }: Pick<vscode.ExtensionContext, 'workspaceState'>,
): OpenedWindow {
  const inspections = new Inspections();
  const preview = new Preview(
    inspections,
    (rows, included) => void vscode.commands.executeCommand(commandId(included ? 'include' : 'exclude'), rows[0], rows),
  );
  const screenshots = new Screenshots();
  const devtools = new DevToolsSessions();
  const watches = new Watches();
  const services = {
    ...startup,
    inspections,
    preview,
    allowedSecrets: new AllowedSecrets(workspaceState),
    devtools,
    watches,
    screenshots,
    lastClick: new LastClick(),
  };
  const made = vscode.Disposable.from(
    inspections,
    preview,
    screenshots,
    watches,
    { dispose: () => devtools.close() },
    new ProblemsPanel(inspections),
    new Decorations(inspections),
    QuickFixes.register(inspections),
    inspections.onDidChange(() => void setContext('folderKnown', true)),
  );
  return {
    run: (id, args) => runCommand(services, id, args),
    check: manifestCheck(inspections),
    dispose: () => made.dispose(),
  };
}
