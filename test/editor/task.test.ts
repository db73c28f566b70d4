import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { CONNECTION } from '../support/connection';
import { request } from '../support/local-service';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { connect, pageChanger, openFixture, type Fixture } from './fixture';
import { ended, outputOf, runTask, startTask, writeTasks, type TaskEntry } from './tasks';
import { KEY } from '../support/files';

const upload = (label: string, more: object): TaskEntry => ({ type: 'browserSessions', label, ...more });
const shell = (label: string, command: string, more: object = {}): TaskEntry => ({
  type: 'shell',
  label,
  command,
  ...more,
});

const changeFolder = (folder: string, word: string): Promise<void> =>
  writeFile(path.join(folder, 'change.js'), pageChanger(word)['change.js'] ?? '');

describe('The task that uploads, in the editor', () => {
  let fixture: Fixture;
  before(async () => (fixture = await openFixture()));
  afterEach(() => writeTasks([]));
  after(() => fixture.clear());

  it('uploads, and the next time replaces what runs', async () => {
    const session = await fixture.openSession('/plain');
    const folder = await fixture.makeExtension(pageChanger('first'));
    await writeTasks([upload('plain', { folder, session })]);
    const first = await runTask('plain');
    assert.match(first.output, /Uploaded “Page Changer” 1\.0 to “.+” as “page-changer”/);
    assert.equal(first.code, 0);
    await fixture.pages.waitFor(({ by }) => by === 'first');
    await changeFolder(folder, 'second');
    const second = await runTask('plain');
    assert.match(second.output, /Reloaded “Page Changer” 1\.0 in “.+” \(/);
    assert.equal(second.code, 0);
    await fixture.pages.waitFor(({ by }) => by === 'second');
    const third = await runTask('plain');
    assert.match(third.output, /“Page Changer” in “.+” is already up to date\./);
    assert.equal(third.code, 0);
  });

  nightly(
    'builds, then uploads; the folder is inside the workspace folder, the session given by its name',
    async () => {
      const { text } = await request(fixture.service, 'POST', '/browsers', {
        name: 'by name',
        start_url: `${fixture.pages.url}/plain`,
      });
      assert.match(text, /by name/);
      const source = await fixture.makeExtension(pageChanger('built'));
      await writeTasks([
        shell('build', `rm -rf task-output && cp -r ${source} task-output`, { group: 'build' }),
        upload('build, then upload', { folder: 'task-output', session: 'by name', dependsOn: 'build' }),
      ]);
      const { code, output } = await runTask('build, then upload');
      assert.match(output, /Uploaded “Page Changer” 1\.0 to “by name”/);
      assert.equal(code, 0);
      await fixture.pages.waitFor(({ by }) => by === 'built');
    },
  );

  it('watches in the background: what depends on it begins after the first upload, and each save is uploaded', async () => {
    const session = await fixture.openSession('/plain');
    const folder = await fixture.makeExtension(pageChanger('at first'));
    await writeTasks([
      upload('watch', {
        folder,
        session,
        watch: true,
        isBackground: true,
        problemMatcher: '$browserSessions-watch',
      }),
      shell('after it', 'echo began', { dependsOn: 'watch' }),
    ]);
    const end = ended('watch');
    const { code } = await runTask('after it');
    assert.equal(code, 0);
    assert.match(await outputOf('watch'), /upload started[^]*Uploaded “Page Changer”[^]*upload finished/);
    await fixture.pages.waitFor(({ by }) => by === 'at first');
    await changeFolder(folder, 'saved');
    await fixture.pages.waitFor(({ by }) => by === 'saved');
    await writeFile(path.join(folder, 'manifest.json'), '{');
    const manifest = vscode.Uri.file(path.join(folder, 'manifest.json'));
    await until('the error is shown', () => vscode.languages.getDiagnostics(manifest).length > 0);
    await writeFile(path.join(folder, 'manifest.json'), pageChanger('')['manifest.json'] ?? '');
    await changeFolder(folder, 'mended');
    await fixture.pages.waitFor(({ by }) => by === 'mended');
    await request(fixture.service, 'DELETE', `/browsers/${session}`);
    await changeFolder(folder, 'too late');
    const gone = await end;
    assert.match(gone.output, /Stopped watching “Page Changer”: “.+” has ended\./);
    assert.equal(gone.code, 1);
  });

  nightly('terminated, it uploads nothing more', async () => {
    const session = await fixture.openSession('/plain');
    const folder = await fixture.makeExtension(pageChanger('at first'));
    await writeTasks([
      upload('watch until terminated', { folder, session, watch: true, isBackground: true }),
      upload('once more', { folder, session }),
    ]);
    const execution = await startTask('watch until terminated');
    await fixture.pages.waitFor(({ by }) => by === 'at first');
    await until('it has finished', async () => /finished/.test(await outputOf('watch until terminated')));
    execution.terminate();
    await until('it has ended', () => !vscode.tasks.taskExecutions.includes(execution));
    await changeFolder(folder, 'afterwards');
    const { output } = await runTask('once more');
    // It would be up to date if the other task had uploaded it.
    assert.match(output, /Reloaded “Page Changer”/);
  });

  for (const [what, change, sentence] of [
    [
      'is marked as production',
      (): Promise<void> => connect(fixture.service, { production: true }),
      /Stopped watching “Page Changer”: a task can’t upload to a production connection\./,
    ],
    [
      'has another address',
      (): Promise<void> => connect({ ...fixture.service, url: 'http://127.0.0.1:9' }),
      /Stopped watching “Page Changer”: the address or project of connection “.+” has changed\./,
    ],
  ] as const)
    nightly(`watching, it sends nothing more and ends once its connection ${what}`, async () => {
      const session = await fixture.openSession('/plain');
      const folder = await fixture.makeExtension(pageChanger('at first'));
      await writeTasks([
        upload('watch a change', { folder, session, watch: true, isBackground: true }),
        upload('once more', { folder, session }),
      ]);
      const end = ended('watch a change');
      await startTask('watch a change');
      await fixture.pages.waitFor(({ by }) => by === 'at first');
      await until('it has finished', async () => /finished/.test(await outputOf('watch a change')));
      await change();
      await changeFolder(folder, 'afterwards');
      const { code, output } = await end;
      assert.match(output, sentence);
      assert.equal(code, 1);
      await connect(fixture.service);
      // It would be up to date if the watching task had uploaded it.
      assert.match((await runTask('once more')).output, /Reloaded “Page Changer”/);
    });

  it('watching, it ends at once when its connection is at another address, with nothing saved', async () => {
    const session = await fixture.openSession('/plain');
    const folder = await fixture.makeExtension(pageChanger('at first'));
    await writeTasks([upload('watch an address', { folder, session, watch: true, isBackground: true })]);
    const end = ended('watch an address');
    await startTask('watch an address');
    await fixture.pages.waitFor(({ by }) => by === 'at first');
    await until('it has finished', async () => /finished/.test(await outputOf('watch an address')));
    await connect({ ...fixture.service, url: 'http://127.0.0.1:9' });
    const { code, output } = await end;
    assert.match(output, /Stopped watching “Page Changer”: the address or project of connection “.+” has changed\./);
    assert.equal(code, 1);
    await connect(fixture.service);
  });

  it('starts the local service of its connection, and takes the only session that runs', async () => {
    const folder = await fixture.makeExtension(pageChanger('on this machine'));
    await connect(fixture.service, {}, [{ name: 'This machine', address: 'local' }]);
    await writeTasks([upload('local', { folder, connection: 'This machine' })]);
    const { code, output } = await runTask('local');
    assert.match(output, /Uploaded “Page Changer” 1\.0 to “.+” as “page-changer”/);
    assert.equal(code, 0);
    await vscode.commands.executeCommand('browserSessions.stopLocalService');
    await connect(fixture.service);
  });

  it('is offered for the extensions of the workspace', async () => {
    let task: vscode.Task | undefined;
    // The editor waits a moment for each provider.
    await until('it is offered', async () => {
      const offered = await vscode.tasks.fetchTasks({ type: 'browserSessions' });
      task = offered.find(({ name }) => name === 'upload hello-extension');
      return task !== undefined;
    });
    assert.ok(task);
    assert.equal(task.source, 'browserSessions');
    assert.deepEqual([task.definition.type, task.definition['folder']], ['browserSessions', 'hello-extension']);
  });
});

/** Nothing waits for an answer: the task has ended. */
async function refused(more: object, sentence: RegExp): Promise<string> {
  await writeTasks([upload('refused', more)]);
  const { code, output } = await runTask('refused');
  assert.match(output, sentence);
  assert.equal(code, 1);
  return output;
}

describe('The task that uploads asks nothing, and fails with a sentence', () => {
  let fixture: Fixture;
  let session: string;
  before(async () => {
    fixture = await openFixture();
    session = await fixture.openSession('/plain');
  });
  afterEach(async () => {
    await writeTasks([]);
    await connect(fixture.service);
  });
  after(() => fixture.clear());

  const good = (): Promise<string> => fixture.makeExtension(pageChanger('never'));

  it('where several sessions run, and none is given', async () =>
    refused({ folder: await good() }, /Several sessions are running\. Set “session” in the task to a name or ID\./));

  it('for a session that is not there', async () =>
    refused({ folder: await good(), session: 'nobody' }, /No session “?nobody”? is running\./));

  it('for a production connection', async () => {
    await connect(fixture.service, { production: true });
    await refused({ folder: await good(), session }, /A task can’t upload to a production connection\./);
  });

  it('for a connection that is not there', async () =>
    refused({ folder: await good(), session, connection: 'Other' }, /Connection “Other” was removed\./));

  it('without a token', async () => {
    await connect({ ...fixture.service, url: 'https://127.0.0.1:9' });
    delete process.env['BROWSER_SESSIONS_TOKEN'];
    await refused(
      { folder: await good(), session },
      new RegExp(`Set a token for “${CONNECTION}” with the command Set Token, then run the task again\\.`),
    );
  });

  for (const [what, more, sentence] of [
    ['without a folder', { folder: '' }, /Set “folder” in the task to the folder of the extension\./],
    [
      'if what is given is no text',
      { folder: 'hello-extension', session: 7 },
      /“session” in the task must be a string\./,
    ],
    ['if watching is neither on nor off', { folder: 'x', watch: 'yes' }, /“watch” in the task must be true or false\./],
  ] as const)
    it(what, () => refused(more, sentence).then(() => undefined));

  it('for a folder that Chromium would reject, which the Problems panel shows once', async () => {
    const folder = await fixture.makeExtension({
      'manifest.json': '{\n  "manifest_version": 3,\n  "name": "Broken",\n  "version": "next",\n  "permissions": 1\n}',
    });
    const manifest = vscode.Uri.file(path.join(folder, 'manifest.json'));
    const output = await refused(
      { folder, session, problemMatcher: '$browserSessions' },
      /manifest\.json:4:\d+ - error: .+\n[^]*manifest\.json:5:\d+ - error: /,
    );
    assert.equal(output.match(/ - error: /g)?.length, 2);
    await until('the panel shows both', () => vscode.languages.getDiagnostics(manifest).length >= 2);
    assert.deepEqual(
      vscode.languages.getDiagnostics(manifest).map(({ range }) => range.start.line + 1),
      [4, 5],
    );
  });

  it('for a possible secret, which only the matcher shows', async () => {
    const folder = await fixture.makeExtension({ ...pageChanger('never'), 'key.txt': `\nkey ${KEY}\n` });
    const file = vscode.Uri.file(path.join(folder, 'key.txt'));
    await refused(
      { folder, session, problemMatcher: '$browserSessions' },
      /key\.txt:2:\d+: error: “key\.txt” may contain a secret\. Nothing was ?sent\./,
    );
    await until('the matcher has found it', () => vscode.languages.getDiagnostics(file).length > 0);
    const [found, ...others] = vscode.languages.getDiagnostics(file);
    assert.deepEqual([found?.range.start.line, found?.source, others], [1, 'Browser Sessions', []]);
  });
});
