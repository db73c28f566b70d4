import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree, type ParseError } from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';

/** How an agent starts a server of tools. It never has a token. */
export interface AgentServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A file in a workspace that says which servers an agent starts. */
export interface AgentFile {
  /** Its path within the workspace folder. */
  readonly path: '.mcp.json' | '.vscode/mcp.json' | '.cursor/mcp.json';
  /** The key that has the servers. */
  readonly key: 'mcpServers' | 'servers';
  /** What agents put in place of the folder, if they do not start the server in it. */
  readonly folder?: string;
}

export const AGENT_FILES: readonly AgentFile[] = [
  { path: '.mcp.json', key: 'mcpServers' },
  { path: '.vscode/mcp.json', key: 'servers' },
  // Cursor starts servers in the user's own folder.
  { path: '.cursor/mcp.json', key: 'mcpServers', folder: '${workspaceFolder}' },
];

/** The name of our server in these files. */
export const SERVER_NAME = 'browser-sessions';

/** What a file has of our server: nothing, exactly this, or something else. */
export type AgentFileState = 'absent' | 'same' | 'other';

/** @throws UserError if the text is not what an agent reads. */
export function stateIn(text: string, file: AgentFile, server: AgentServer): AgentFileState {
  const node = findNodeAtLocation(treeOf(text, file), [file.key, SERVER_NAME]);
  if (!node) return 'absent';
  return isDeepStrictEqual(structuredClone(getNodeValue(node)), { ...server }) ? 'same' : 'other';
}

/**
 * The text of a file with our server in it, or without it. All else stays as it is, comments too.
 * @param text empty if there is no file yet.
 * @throws UserError if the text is not what an agent reads.
 */
export function withServer(text: string, file: AgentFile, server: AgentServer | undefined): string {
  treeOf(text, file);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: 2, eol, insertFinalNewline: true };
  // At the front, so that a comment behind the last one stays there.
  const edits = modify(text, [file.key, SERVER_NAME], server, { formattingOptions, getInsertionIndex: () => 0 });
  const edited = applyEdits(text, edits);
  return edited.endsWith('\n') ? edited : `${edited}${eol}`;
}

function treeOf(text: string, { path, key }: AgentFile): NonNullable<ReturnType<typeof parseTree>> {
  const errors: ParseError[] = [];
  const tree = parseTree(text.trim() === '' ? '{}' : text, errors, { allowTrailingComma: true });
  const servers = tree && findNodeAtLocation(tree, [key]);
  if (errors.length > 0 || tree?.type !== 'object' || (servers && servers.type !== 'object'))
    throw new UserError(message('{0} isn’t valid. Correct it first, so that nothing in it is lost.', path));
  return tree;
}
