import path from 'node:path';
import * as vscode from 'vscode';
import {
  AGENT_FILES,
  SERVER_NAME,
  stateIn,
  withServer,
  type AgentFile,
  type AgentFileState,
} from '../../app/agents/agent-files';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import type { Launcher } from '../agents/launcher';
import { MAX_NAME, MAX_WORDS, t, withIcon } from '../editor/localize';
import { confirmOne, pick, type Choice } from '../editor/pick';
import { readText, writeText } from '../editor/workspace-file';
import { requireReadable } from '../folders/choose-folder';
import type { Services } from '../services';
import type { Command } from './command';

/** Bytes. A file with servers has a few hundred. */
const MAX_FILE = 1_000_000;
const TITLE = message('Connect Agent');

/** Tells agents outside the editor how to start our tools, or takes that back. */
export const connectAgent: Command = async (services) => {
  const folder = await chooseFolder();
  const { launcher, statusMessages } = services;
  const files = await Promise.all(AGENT_FILES.map((file) => choiceOf(services, folder, file)));
  const act = await pick(TITLE, message('Select the file that your agent reads'), [
    ...files,
    {
      label: t('$(copy) Copy Command'),
      description: t('Any other agent'),
      value: async () => {
        await launcher.write();
        await vscode.env.clipboard.writeText(launcher.commandLine(folder.uri.fsPath));
        statusMessages.show(message('$(check) Copied the command'));
      },
    },
  ]);
  await act();
};

async function chooseFolder(): Promise<vscode.WorkspaceFolder> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const [first, ...others] = folders;
  if (!first) throw new UserError(message('Open a folder to connect agents that work in it.'));
  requireReadable(first.uri, message('Trust this workspace to connect agents.'));
  if (others.length === 0) return first;
  return pick(
    TITLE,
    message('Select the folder that your agent works in'),
    folders.map((folder) => ({
      label: withIcon('folder', plainText(folder.name, MAX_NAME)),
      description: plainText(folder.uri.fsPath, MAX_WORDS),
      value: folder,
    })),
  );
}

const AGENTS = {
  '.mcp.json': () => t('Claude Code and others'),
  '.vscode/mcp.json': () => t('VS Code and Copilot'),
  '.cursor/mcp.json': () => t('Cursor'),
};

async function choiceOf(
  services: Services,
  folder: vscode.WorkspaceFolder,
  file: AgentFile,
): Promise<Choice<() => Promise<void>>> {
  const text = (await readText(uriOf(folder, file), MAX_FILE).catch(ifUserError)) ?? '';
  const state = stateOf(text, file, services.launcher);
  return {
    label: withIcon('json', plainText(file.path, MAX_NAME)),
    description: AGENTS[file.path](),
    detail: state === 'same' ? t('Connected. Select to remove it.') : undefined,
    value: () => change(services, folder, file),
  };
}

/** What is wrong with a file is said when it is chosen. */
function stateOf(text: string, file: AgentFile, launcher: Launcher): AgentFileState | undefined {
  try {
    return stateIn(text, file, launcher.server(file.folder));
  } catch (error) {
    return ifUserError(error);
  }
}

function ifUserError(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}

/** Shows what will be written and where, and writes it. */
async function change(
  { launcher, statusMessages }: Pick<Services, 'launcher' | 'statusMessages'>,
  folder: vscode.WorkspaceFolder,
  file: AgentFile,
): Promise<void> {
  const uri = uriOf(folder, file);
  requireSaved(uri, file);
  const server = launcher.server(file.folder);
  const text = (await readText(uri, MAX_FILE)) ?? '';
  const isRemoved = await confirmChange(folder, file, stateIn(text, file, server), JSON.stringify(server));
  if (!isRemoved) await launcher.write();
  requireSaved(uri, file);
  // It may have changed while the person was asked.
  const now = (await readText(uri, MAX_FILE)) ?? '';
  await writeText(uri, withServer(now, file, isRemoved ? undefined : server));
  statusMessages.show(
    isRemoved ? message('$(check) Removed from {0}', file.path) : message('$(check) Connected in {0}', file.path),
  );
}

const ADD = message('Add');
const REPLACE = message('Replace');
const REMOVE = message('Remove');

/** @returns whether our server is to be removed. */
async function confirmChange(
  folder: vscode.WorkspaceFolder,
  file: AgentFile,
  state: AgentFileState,
  server: string,
): Promise<boolean> {
  const where = path.join(folder.uri.fsPath, file.path);
  const rest = message('Everything else in {0} stays as it is.', where);
  if (state === 'same') {
    await confirmOne(message('Remove “{0}” from {1}?', SERVER_NAME, file.path), [rest], [REMOVE]);
    return true;
  }
  const pressed = await confirmOne(
    state === 'absent'
      ? message('Add “{0}” to {1}?', SERVER_NAME, file.path)
      : message('Replace “{0}” in {1}?', SERVER_NAME, file.path),
    [
      message('The entry is: {0}', server),
      rest,
      message(
        'It has no token. While this window is open, agents use its connection, and it asks you before they change anything in production.',
      ),
      message('The path is valid only on this machine, so don’t commit the file.'),
    ],
    state === 'absent' ? [ADD] : [REPLACE, REMOVE],
  );
  return pressed === REMOVE;
}

function uriOf({ uri }: vscode.WorkspaceFolder, { path: within }: AgentFile): vscode.Uri {
  return vscode.Uri.joinPath(uri, ...within.split('/'));
}

/** Unsaved changes would be lost, or would overwrite ours. */
function requireSaved(file: vscode.Uri, { path: within }: AgentFile): void {
  const isUnsaved = vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.toString() === file.toString(),
  );
  if (isUnsaved) throw new UserError(message('Save {0} first.', within));
}
