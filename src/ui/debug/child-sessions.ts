import path from 'node:path';
import * as vscode from 'vscode';
import type { PlainText } from '../../core/plain-text';
import type { DebugTarget } from '../../devtools';
import type { SourceFolders } from '../../packaging';
import { t } from '../editor/localize';
import type { DebugDefinition } from './debug-configurations';

/** Bundlers name sources in these ways; the folder of the project takes the place of their own root. */
function sourcesIn({ project, names }: SourceFolders): Record<string, string> {
  return {
    'webpack:///./~/*': path.join(project, 'node_modules/*'),
    'webpack:////*': '/*',
    'webpack://?:*/*': path.join(project, '*'),
    'webpack:///([a-z]):/(.+)': '$1:/$2',
    'turbopack:///[project]/*': path.join(project, '*'),
    ...Object.fromEntries(names.map((name) => [`${name}/*`, path.join(project, name, '*')])),
  };
}

/**
 * The configuration of the built-in JavaScript debugger for one target. It takes any target that speaks the domains
 * `Debugger` and `Runtime` as if it was a Node process.
 */
export function childConfiguration(
  target: DebugTarget,
  title: string,
  { folder, passedOn }: Pick<DebugDefinition, 'folder' | 'passedOn'>,
  sources: SourceFolders,
): vscode.DebugConfiguration {
  return {
    type: 'node',
    request: 'attach',
    name: nameOf(target, title),
    websocketAddress: target.address,
    continueOnAttach: true,
    attachExistingChildren: false,
    autoAttachChildProcesses: false,
    cwd: folder.fsPath,
    // The files of an extension may be built anywhere, and their maps may name sources anywhere.
    outFiles: [],
    // With no output files, where a breakpoint in a source belongs is known only once the map of the script is read.
    pauseForSourceMap: true,
    resolveSourceMapLocations: null,
    sourceMapPathOverrides: sourcesIn(sources),
    skipFiles: [],
    ...passedOn,
  };
}

/** For the call stack: `Visits · service worker`, `Visits · popup.html`, `Visits · example.com`. */
function nameOf({ kind, url }: DebugTarget, title: string): PlainText {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' };
  if (kind === 'worker') return t('{0} · service worker', title);
  return t('{0} · {1}', title, kind === 'page' ? pathname.slice(1) : host);
}

/**
 * The built-in debugger debugs a target in one more session, which it calls “Remote Process”: gives it the name of the
 * target.
 * @param parent the session above those of the targets.
 */
export function nameSessionsBelow(parent: vscode.DebugSession): vscode.Disposable {
  return vscode.debug.onDidStartDebugSession((session) => {
    const { parentSession: ofTarget } = session;
    if (ofTarget?.parentSession?.id === parent.id) session.name = ofTarget.name;
  });
}
