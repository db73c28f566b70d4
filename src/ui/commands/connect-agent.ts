import * as vscode from 'vscode';
import {
  AGENT_FILES,
  stateIn,
  withServer,
  type AgentFile,
  type AgentFileState,
  type AgentServer,
} from '../../app/agents/agent-files';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { joinPlain, plainText } from '../../core/plain-text';
import type { Launcher } from '../agents/launcher';
import { localize, MAX_NAME, MAX_WORDS, t, withIcon } from '../editor/localize';
import { confirmOne, heading, pick, type Choice } from '../editor/pick';
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
  const files = await Promise.all(AGENT_FILES.map((file) => withState(services, folder, file)));
  const connected = files.filter(({ state }) => state === 'same' || state === 'other');
  const act = await pick<() => Promise<unknown>>(TITLE, message('Select your agent'), [
    ...files.map((each) => choiceOf(services, folder, each)),
    {
      label: t('$(copy) Copy Command'),
      description: t('for any other agent'),
      value: async () => {
        await launcher.write();
        await vscode.env.clipboard.writeText(launcher.commandLine(folder.uri.fsPath));
        statusMessages.show(message('$(check) Copied the command'));
      },
    },
    ...(connected.length === 0 ? [] : [heading(plainText('', MAX_NAME))]),
    ...connected.map(({ file }) => ({
      label: withIcon('debug-disconnect', t('Disconnect {0}…', localize(AGENTS[file.path], MAX_NAME))),
      description: plainText(file.path, MAX_NAME),
      value: () => disconnect(services, folder, file),
    })),
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
  '.mcp.json': message('Claude Code'),
  '.vscode/mcp.json': message('VS Code and Copilot'),
  '.cursor/mcp.json': message('Cursor'),
};

interface FileWithState {
  readonly file: AgentFile;
  readonly state: AgentFileState | undefined;
}

async function withState(
  { launcher }: Pick<Services, 'launcher'>,
  folder: vscode.WorkspaceFolder,
  file: AgentFile,
): Promise<FileWithState> {
  const text = (await readText(uriOf(folder, file), MAX_FILE).catch(ifUserError)) ?? '';
  return { file, state: stateOf(text, file, launcher) };
}

/** The row of what is connected shows the file: only a row of its own takes something away. */
function choiceOf(
  services: Services,
  folder: vscode.WorkspaceFolder,
  { file, state }: FileWithState,
): Choice<() => Promise<unknown>> {
  const isConnected = state === 'same';
  const path = plainText(file.path, MAX_NAME);
  return {
    label: withIcon(isConnected ? 'check' : 'sparkle', localize(AGENTS[file.path], MAX_NAME)),
    description: isConnected ? joinPlain(' · ', [path, t('connected')]) : path,
    value: isConnected
      ? async () => vscode.commands.executeCommand('vscode.open', uriOf(folder, file))
      : () => connect(services, folder, file),
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

const ADD = message('Add');
const REPLACE = message('Replace');
const SHOW = message('Show Entry');

/** Says what will be written and where, and writes it. */
async function connect(
  services: Pick<Services, 'launcher' | 'statusMessages'>,
  folder: vscode.WorkspaceFolder,
  file: AgentFile,
): Promise<void> {
  const { launcher, statusMessages } = services;
  const uri = uriOf(folder, file);
  requireSaved(uri, file);
  const server = launcher.server(file.folder);
  const isNew = stateIn((await readText(uri, MAX_FILE)) ?? '', file, server) === 'absent';
  const pressed = await confirmOne(
    isNew
      ? message('Add Browser Sessions to {0}?', file.path)
      : message('Replace the entry of Browser Sessions in {0}?', file.path),
    {
      paragraphs: [
        message(
          'Agents that read this file can then use this window’s connection. They ask before they change anything in production. The entry has a path of this machine: don’t commit it.',
        ),
      ],
      // Somebody may have written the entry that would be replaced.
      buttons: isNew ? [ADD, SHOW] : [SHOW, REPLACE],
    },
  );
  if (pressed === SHOW) return showEntry(file, server);
  await launcher.write();
  await write(folder, file, server);
  statusMessages.show(message('$(check) Connected {0}', AGENTS[file.path]));
}

async function disconnect(
  { statusMessages }: Pick<Services, 'statusMessages'>,
  folder: vscode.WorkspaceFolder,
  file: AgentFile,
): Promise<void> {
  await confirmOne(message('Remove Browser Sessions from {0}?', file.path), {
    paragraphs: [message('{0} can then no longer use this window’s connection.', AGENTS[file.path])],
    dont: message('Don’t Disconnect'),
    buttons: [message('Disconnect')],
  });
  await write(folder, file, undefined);
  statusMessages.show(message('$(check) Removed Browser Sessions from {0}', file.path));
}

/** It may have changed while the person was asked. */
async function write(folder: vscode.WorkspaceFolder, file: AgentFile, server: AgentServer | undefined): Promise<void> {
  const uri = uriOf(folder, file);
  requireSaved(uri, file);
  await writeText(uri, withServer((await readText(uri, MAX_FILE)) ?? '', file, server));
}

/** The file as it would be with nothing else in it, as a document that is not stored. */
async function showEntry(file: AgentFile, server: AgentServer): Promise<void> {
  const content = withServer('', file, server);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'jsonc', content }));
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
