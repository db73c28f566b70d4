import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nightly } from '../support/nightly';
import { BUTTON_AT } from '../support/pages';
import { until } from '../support/until';
import { useFixtureWindow } from './fixture-window';

/** An extension that calls a tool as an agent of the editor does: the one in `call.json`. */
const AGENT = {
  'package.json': JSON.stringify({
    name: 'some-agent',
    displayName: 'Some Agent',
    description: 'Calls a tool.',
    publisher: 'test',
    version: '1.0.0',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    files: ['main.js'],
    contributes: { commands: [{ command: 'someAgent.call', title: 'Some Agent: Call Tool' }] },
  }),
  'README.md': 'It calls a tool.',
  'main.js': `
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
exports.activate = ({ subscriptions }) => subscriptions.push(vscode.commands.registerCommand('someAgent.call', async () => {
  const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const { name, input } = JSON.parse(fs.readFileSync(path.join(folder, 'call.json'), 'utf8'));
  const answer = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }).then(
    ({ content }) => content.map((part) => part.value ?? '').join(''),
    (error) => 'failed: ' + error.message,
  );
  fs.writeFileSync(path.join(folder, 'answer.txt'), answer);
}));`,
};

describe('An agent of the editor, in the window', () => {
  const { fixture, window } = useFixtureWindow({ beside: AGENT });

  const file = (name: string): string => path.join(window.workspace, name);

  async function call(name: string, input: object): Promise<void> {
    rmSync(file('answer.txt'), { force: true });
    writeFileSync(file('call.json'), JSON.stringify({ name, input }));
    await window.workbench.palette.run('Some Agent: Call Tool');
  }

  async function answer(): Promise<string> {
    await until('the tool has answered', () => existsSync(file('answer.txt')));
    return readFileSync(file('answer.txt'), 'utf8');
  }

  nightly('reads without a question, and asks with session and connection before it changes something', async () => {
    const { workbench } = window;
    const session = await fixture.openSession('asked', '/button');
    await call('read_session_page', { session });
    assert.match(await answer(), /button "clicked 0 times"/);

    const click = { session: 'asked', ...BUTTON_AT };
    await call('act_in_session', click);
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('editor-agent-asks');
    const question = await workbench.notifications.pressInDialog('Cancel');
    assert.match(
      question,
      /Act in Session[^]*Let VS Code click the point 200, 150 on “127\.0\.0\.1:\d+” in “asked”\?[^]*Connection: Test service/,
    );
    assert.match(await answer(), /^failed: /);
    assert.ok(!fixture.pages.events().some(({ type }) => type === 'mousedown'));

    await call('act_in_session', click);
    await workbench.notifications.pressInDialog('Yes');
    assert.match(await answer(), /^Clicked at 200, 150\.[^]*clicked 1 times/);
    for (const name of ['answer.txt', 'call.json']) rmSync(file(name));
  });

  nightly('asks before it runs tests, with how many, where, and what they upload', async () => {
    const { workbench } = window;
    const tests = file('agent-tests');
    mkdirSync(tests);
    const steps = [{ upload: '../hello-extension' }];
    writeFileSync(path.join(tests, 'a.sequence.json'), JSON.stringify({ extension: '../hello-extension', steps }));
    const before = await fixture.ask<unknown[]>('GET', '/browsers');
    await call('run_tests', { files: [tests] });
    await workbench.notifications.dialog.waitFor();
    await workbench.screenshot('editor-agent-tests');
    const question = await workbench.notifications.pressInDialog('Cancel');
    assert.match(
      question,
      /Run Tests[^]*Let VS Code run [^]* in a new browser\?[^]*It uploads [^]*hello-extension[^]*Connection: Test service/,
    );
    assert.match(await answer(), /^failed: /);
    assert.deepEqual(await fixture.ask<unknown[]>('GET', '/browsers'), before);

    await call('run_tests', { files: [tests] });
    await workbench.notifications.pressInDialog('Yes');
    assert.match(await answer(), /^1 passed, 0 failed/);
    assert.deepEqual(await fixture.ask<unknown[]>('GET', '/browsers'), before);
    for (const name of ['answer.txt', 'call.json', 'agent-tests']) rmSync(file(name), { recursive: true });
  });
});
