import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';

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
const LOADED_WHEN_NEEDED = /^chunks\/(window-services|api|client-options|fill|start|token-box|form_data|dist|socket)-/;

// The name of this file makes it run first: the other tests load everything else.
describe('A window that merely opens a JSON file', () => {
  it('loads nothing of the extension but what it shows at once', async () => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'json', content: '{}' }));
    await vscode.extensions.getExtension(ID)?.activate();
    assert.ok(loaded().includes('extension.js'));
    assert.deepEqual(
      loaded().filter((file) => LOADED_WHEN_NEEDED.test(file)),
      [],
    );
  });

  it('loads the rest with the first command', async () => {
    await vscode.commands.executeCommand('browserSessions.showLog');
    assert.deepEqual(
      loaded()
        .filter((file) => LOADED_WHEN_NEEDED.test(file))
        .map((file) => file.replace(/-\w+\.js$/, '')),
      ['chunks/window-services'],
    );
  });
});
