import path from 'node:path';
import * as vscode from 'vscode';
import { Cancelled, UserError } from '../../core/errors';
import { message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { asPorts, MAX_SHARED_PORTS } from '../../core/shared-port';
import type { TargetKind } from '../../devtools';
import { findExtensionFolders } from '../../packaging';
import type { ConnectionRecords } from '../../state';
import { DEBUG_TYPE } from '../editor/contributed';
import { MAX_NAME, t } from '../editor/localize';

/** Milliseconds for the extensions of a workspace folder. */
const MAX_SEARCH = 1000;

/** A configuration for each extension in a workspace folder, as they are written into a new `launch.json`. */
export async function configurationsIn(root: string): Promise<vscode.DebugConfiguration[]> {
  const found = await findExtensionFolders(root, AbortSignal.timeout(MAX_SEARCH)).catch((error: unknown) => {
    if (error instanceof Cancelled) return [];
    throw error;
  });
  return found
    .filter(({ forChromium }) => forChromium)
    .map(({ folder }) => {
      const within = path.relative(root, folder).split(path.sep).join('/');
      return configurationFor(path.posix.join(WORKSPACE_FOLDER, within), within === '' ? path.basename(root) : within);
    });
}

/** A variable of the editor. */
// oxlint-disable-next-line no-template-curly-in-string
const WORKSPACE_FOLDER = '${workspaceFolder}';

/** A configuration for each folder that was uploaded to a session which is still there. */
export function configurationsOfUploads(
  sessions: Pick<ConnectionRecords['sessions'], 'notReleased'>,
): vscode.DebugConfiguration[] {
  const folders = new Map(
    sessions
      .notReleased()
      .filter(({ gone }) => !gone)
      .flatMap(({ uploads = [] }) => uploads.map(({ folder, title }) => [folder, title] as const)),
  );
  return [...folders].map(([folder, title]) => configurationFor(folder, title));
}

/** @param name of the folder or the extension. */
export function configurationFor(folder: string, name: string): vscode.DebugConfiguration {
  return { type: DEBUG_TYPE, request: 'attach', name: t('Debug {0}', plainText(name, MAX_NAME)), folder };
}

const KINDS = {
  worker: 'worker',
  pages: 'page',
  contentScripts: 'contentScript',
} as const satisfies Record<string, TargetKind>;

/** The configuration of a debug session. */
export interface DebugDefinition {
  /** The extension's folder. */
  readonly folder: vscode.Uri;
  /** Name of the connection; undefined: the one in use. */
  readonly connection: string | undefined;
  /** The address that the connection had; undefined: any. */
  readonly address: string | undefined;
  /** Name or ID of the session; undefined: the one that the folder was last uploaded into. */
  readonly session: string | undefined;
  /** Name of the upload, or Chromium's ID; undefined: the newest upload of the folder. */
  readonly extension: string | undefined;
  readonly kinds: readonly TargetKind[];
  /** Ports of this machine that the pages of the session have to reach. */
  readonly ports: readonly number[];
  /** Settings of the built-in debugger that are passed on. */
  readonly passedOn: Readonly<Record<string, unknown>>;
}

/** Settings of the built-in debugger for Node that make sense for the targets of an extension. */
const PASSED_ON = ['skipFiles', 'smartStep', 'sourceMapPathOverrides', 'showAsyncStacks', 'trace'] as const;

/**
 * Reads a debug configuration, whose variables have been replaced.
 * @param top folder that a relative path is inside of.
 * @throws UserError that says what to change in the configuration.
 */
export function readDefinition(
  configuration: Readonly<Record<string, unknown>>,
  top: vscode.Uri | undefined,
): DebugDefinition {
  const folder = textField(configuration, 'folder');
  if (folder === undefined)
    throw new UserError(message('Set “folder” in the debug configuration to the folder of the extension.'));
  return {
    folder: folderIn(top, folder),
    connection: textField(configuration, 'connection'),
    address: textField(configuration, 'address'),
    session: textField(configuration, 'session'),
    extension: textField(configuration, 'extension'),
    kinds: kindsOf(configuration['targets']),
    ports: portsOf(configuration['ports']),
    passedOn: Object.fromEntries(
      PASSED_ON.flatMap((name) => (name in configuration ? [[name, configuration[name]]] : [])),
    ),
  };
}

/** An empty text counts as missing. */
function textField(configuration: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = configuration[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string')
    throw new UserError(message('“{0}” in the debug configuration must be a string.', name));
  return value;
}

function portsOf(value: unknown): readonly number[] {
  if (value === undefined) return [];
  const ports = asPorts(value);
  if (!ports)
    throw new UserError(
      message('“ports” in the debug configuration must be a list of at most {0} ports.', MAX_SHARED_PORTS),
    );
  return ports;
}

function kindsOf(targets: unknown): readonly TargetKind[] {
  if (targets === undefined) return Object.values(KINDS);
  const kinds = Array.isArray(targets) ? targets.map((each) => KINDS_BY_NAME.get(each)) : [];
  if (kinds.length === 0 || kinds.includes(undefined))
    throw new UserError(
      message('“targets” in the debug configuration must be a list of “worker”, “pages” and “contentScripts”.'),
    );
  return kinds.filter((kind) => kind !== undefined);
}

const KINDS_BY_NAME: ReadonlyMap<unknown, TargetKind> = new Map(Object.entries(KINDS));

function folderIn(top: vscode.Uri | undefined, folder: string): vscode.Uri {
  if (path.isAbsolute(folder)) return vscode.Uri.file(path.resolve(folder));
  if (!top)
    throw new UserError(message('Set “folder” in the debug configuration to an absolute path: no folder is open.'));
  // Without a slash at its end: the upload's folder has none.
  return vscode.Uri.file(path.resolve(top.fsPath, folder));
}
