import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import { Agent } from '../support/agent';
import { until } from '../support/until';
import { temporaryFolder } from '../support/temporary-folder';
import { openFixture, type Fixture } from './fixture';

describe('An agent outside the editor, in the folder of its window', () => {
  let fixture: Fixture;
  let session: string;
  let state: string;
  let agent: Agent;

  before(async () => {
    fixture = await openFixture();
    session = await fixture.openSession('/plain');
    state = temporaryFolder();
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(workspace);
    agent = await Agent.start({ temporary: tmpdir(), state, workspace }, {});
  });

  after(async () => {
    await agent.close();
    await fixture.clear();
  });

  it('works with the connection of the window, and has no token', async () => {
    // The window is found as soon as the extension is in use.
    await until('the window is found', async () => !(await agent.call('list_browser_sessions')).isError);
    assert.match((await agent.call('list_browser_sessions')).text, new RegExp(session));
    const folder = await fixture.makeExtension({
      'manifest.json': JSON.stringify({ manifest_version: 3, name: 'Relayed', version: '1.0' }),
    });
    const checked = await agent.call('check_extension', { folder });
    assert.match(checked.text, /^No errors\. "Relayed" 1\.0 can be uploaded\./);
    // The editor refuses every question in its tests.
    assert.equal((await agent.call('upload_extension', { folder, session })).isError, true);
    assert.equal((await agent.call('capture_session', { session })).screenshot?.subarray(1, 4).toString(), 'PNG');
    assert.ok(!readFileSync(`/proc/${agent.pid}/environ`, 'utf8').includes(fixture.service.token));
  });

  it('is told apart from another one', async () => {
    const press = { session, action: 'press', text: 'Tab' };
    // It has the session from when it asks.
    assert.equal((await agent.call('act_in_session', press)).isError, true);
    await assert.rejects(
      async () => vscode.lm.invokeTool('act_in_session', { input: press, toolInvocationToken: undefined }),
      /Probe has been working in this session since /,
    );
  });
});
