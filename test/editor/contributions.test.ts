import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/ui/commands';

const ID = 'browser-sessions.browser-sessions';

describe('The extension in the editor', () => {
  it('is there, and becomes active without an error', async () => {
    const extension = vscode.extensions.getExtension(ID);
    assert.ok(extension);
    await extension.activate();
    assert.ok(extension.isActive);
  });

  it('has in its code exactly the commands of package.json', () => {
    const { contributes } = vscode.extensions.getExtension(ID)?.packageJSON ?? {};
    const ids: string[] = contributes.commands.map(({ command }: { command: string }) => command);
    assert.deepEqual(
      Object.keys(commands)
        .map((name) => `browserSessions.${name}`)
        .toSorted(),
      ids.toSorted(),
    );
  });

  it('has registered every one of them', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.keys(commands).filter((name) => !registered.has(`browserSessions.${name}`)),
      [],
    );
  });
});
