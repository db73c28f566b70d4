import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../support/until';

const ID = 'browser-sessions.browser-sessions';

/** The files of the extension that this extension host has loaded, as paths in the extension. */
function loaded(): string[] {
  const { extensionPath = '' } = vscode.extensions.getExtension(ID) ?? {};
  const dist = path.join(extensionPath, 'dist');
  return Object.keys(require.cache)
    .filter((file) => file.startsWith(dist))
    .map((file) => path.relative(dist, file));
}

/** The build names a file that is loaded lazily after its module. */
const LOADED_WHEN_USED = /^chunks\/(api|client-options|fill|start|token-box|form_data|dist|socket)-/;

// The name of this file makes it run first: the other tests load everything else.
describe('A window with an extension one level below its folder', () => {
  it('wakes ours, which looks for the extension and loads nothing else', async () => {
    await until('it is awake', () => vscode.extensions.getExtension(ID)?.isActive === true);
    await until('it looks', () => loaded().some((file) => file.startsWith('chunks/window-services-')));
    assert.deepEqual(
      loaded().filter((file) => LOADED_WHEN_USED.test(file)),
      [],
    );
  });

  it('loads no more with a first command', async () => {
    await vscode.commands.executeCommand('browserSessions.showLog');
    assert.deepEqual(
      loaded().filter((file) => LOADED_WHEN_USED.test(file)),
      [],
    );
  });
});
