import * as vscode from 'vscode';
import { report } from '../report';
import type { Services } from '../services';
import { targetOf, type Target } from '../target';
import { acquireSession } from './acquire-session';
import { addExtension, addPool, addSession, startSession } from './add';
import { changeAddress } from './change-address';
import { checkWithChromium } from './check-with-chromium';
import { click } from './click';
import type { Command } from './command';
import { deleteExtension } from './delete-extension';
import { manageConnection } from './manage-connection';
import { closePreview, preview, uploadPreviewed } from './preview';
import { refreshExtensions, refreshPools, refreshSessions } from './refresh';
import { releaseSession } from './release-session';
import { repeatLastClick } from './repeat-last-click';
import { copyId, removeFromList } from './rows';
import { takeScreenshot } from './take-screenshot';
import { clearToken, setToken } from './tokens';
import { askAboutSecretsAgain, explainFile, leaveOut, leaveOutSourceMaps, putIn, putInSourceMaps } from './what-goes-in';
import { uploadFolder } from './upload-folder';
import { uploadWorkspaceFolder } from './upload-workspace-folder';

/** Every command of package.json, without the `browserSessions.` before it. */
export const commands: Record<string, Command> = {
  uploadWorkspaceFolder,
  uploadFolder,
  preview,
  uploadPreviewed,
  closePreview,
  putIn,
  leaveOut,
  putInSourceMaps,
  leaveOutSourceMaps,
  explainFile,
  askAboutSecretsAgain,
  checkWithChromium,
  click,
  repeatLastClick,
  takeScreenshot,
  releaseSession,
  acquireSession,
  startSession,
  deleteExtension,
  addSession,
  addPool,
  addExtension,
  refreshSessions,
  refreshPools,
  refreshExtensions,
  setToken,
  clearToken,
  changeAddress,
  manageConnection,
  copyId,
  removeFromList,
  showLog: async ({ log }) => log.show(),
};

export function registerCommands(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(`browserSessions.${name}`, (argument?: unknown, selected?: unknown) => run(services, command, () => targetOf(argument, selected))),
    ),
  );
}

async function run(services: Services, command: Command, target: () => Target): Promise<void> {
  try {
    await command(services, target());
  } catch (error) {
    // Not waited for: the notification may stand for hours, and whoever called the command goes on.
    void report(error, services.log, () => run(services, command, () => withoutSession(target())));
  }
}

/** For “Choose Session”: the same once more, with the session asked for in any case. */
function withoutSession({ session: _session, pool: _pool, row: _row, ...rest }: Target): Target {
  return { ...rest, askSession: true };
}
