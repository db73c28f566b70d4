import path from 'node:path';
import * as vscode from 'vscode';
import { plainText, type PlainText } from '../../core/plain-text';
import type { DebugTarget } from '../../devtools';
import type { SourceFolders } from '../../packaging';
import { MAX_NAME, t } from '../editor/localize';
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
  { folder, passedOn }: Pick<DebugDefinition, 'folder' | 'passedOn'>,
  sources: SourceFolders,
): vscode.DebugConfiguration {
  return {
    type: 'node',
    request: 'attach',
    name: nameOf(target),
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

/** For the call stack, below the extension: `worker`, `popup.html`, `content script · example.com`. */
function nameOf({ kind, url }: DebugTarget): PlainText {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' };
  if (kind === 'worker') return t('worker');
  return kind === 'page' ? plainText(pathname.slice(1), MAX_NAME) : t('content script · {0}', host);
}

/** The sessions below that of an extension, one for each target: none outlives it. */
export class ChildSessions {
  private starting = 0;
  private hasEnded = false;
  private readonly listener: vscode.Disposable;

  constructor(private readonly parent: vscode.DebugSession) {
    this.listener = vscode.debug.onDidStartDebugSession((session) => {
      const { parentSession: above } = session;
      // The built-in debugger debugs a target in one more session, which it calls “Remote Process”.
      if (above?.parentSession?.id === parent.id) session.name = above.name;
      // The editor ends the sessions that it knows when their parent ends, but not one that is just starting.
      else if (above?.id === parent.id && this.hasEnded) void vscode.debug.stopDebugging(session);
    });
  }

  async start(folder: vscode.Uri, configuration: vscode.DebugConfiguration): Promise<void> {
    this.starting++;
    try {
      await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(folder), configuration, {
        parentSession: this.parent,
        lifecycleManagedByParent: true,
        consoleMode: vscode.DebugConsoleMode.MergeWithParent,
        suppressSaveBeforeStart: true,
      });
    } finally {
      this.starting--;
      this.disposeIfDone();
    }
  }

  end(): void {
    this.hasEnded = true;
    this.disposeIfDone();
  }

  private disposeIfDone(): void {
    if (this.hasEnded && this.starting === 0) this.listener.dispose();
  }
}
