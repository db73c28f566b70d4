import assert from 'node:assert/strict';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Agent, Folders } from '../../support/agent';
import { writeFiles } from '../../support/files';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { until } from '../../support/until';

const PASSWORD = 'correct horse battery';

const POPUP = `<h1>Greeter</h1><label>Name <input id=name></label><label>Password <input id=secret type=password></label>
<button>Greet</button><p>nobody</p><script src="popup.js"></script>`;
const SCRIPT = `document.querySelector('button').onclick = () => {
  document.querySelector('p').textContent = 'Hello, ' + document.querySelector('#name').value;
  console.log('greeted');
};`;

describe('What an agent did, as a test, by MCP', () => {
  let service: LocalService;
  let folders: Folders;
  let agent: Agent;
  let session: string;

  before(async () => {
    service = await startLocalService();
    ({ session } = service);
    folders = new Folders();
    folders.write('popup.html', POPUP);
    folders.write('popup.js', SCRIPT);
    folders.make('workspace/.git');
    const environment = { BROWSER_SESSIONS_ADDRESS: service.url, BROWSER_SESSIONS_TOKEN: service.token };
    agent = await Agent.start(folders, environment, { name: 'Alpha' });
  });
  after(async () => {
    await agent.close();
    await service.stop();
  });

  const inWorkspace = (name: string): string => path.join(folders.workspace, name);

  async function call(name: string, input: Record<string, unknown>): Promise<string> {
    const { text, isError } = await agent.call(name, input);
    assert.equal(isError, false, text);
    return text;
  }

  async function refused(name: string, input: Record<string, unknown>): Promise<string> {
    const { text, isError } = await agent.call(name, input);
    assert.equal(isError, true, text);
    return text;
  }

  async function greet(fields: Record<string, string> = { Name: 'Ann' }): Promise<void> {
    await call('upload_extension', { folder: 'hello', session });
    await call('open_extension_page', { session, extension: 'Hello', page: 'popup' });
    await call('read_session_page', { session });
    await call('act_in_session', { session, fields, role: 'button', name: 'Greet' });
  }

  /** IDs of the sessions that run. */
  async function running(): Promise<readonly string[]> {
    const { text } = await request(service, 'GET', '/browsers');
    const all: { session_id: string }[] = JSON.parse(text);
    return all.map(({ session_id }) => session_id);
  }

  it('is a file of steps by role and name, with what was seen, and passes in a fresh browser', async () => {
    await greet();
    // Its folder is made.
    const saved = await call('save_sequence', { session, file: 'tests/greet.sequence.json' });
    assert.match(saved, /^Saved 5 steps to "\S+greet\.sequence\.json"\.$/);
    const file = inWorkspace('tests/greet.sequence.json');
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      extension: '../hello',
      steps: [
        { open: 'popup' },
        { expect: { visible: { role: 'heading', name: 'Greeter' } } },
        { type: 'Ann', into: { role: 'textbox', name: 'Name' } },
        { click: { role: 'button', name: 'Greet' } },
        { expect: { text: 'Hello, Ann' } },
      ],
    });
    assert.match(await call('run_tests', { files: ['tests/greet.sequence.json'] }), /^1 passed, 0 failed \(.*\)$/);
    assert.deepEqual(await running(), [session]);
  });

  it('tells which lines of changed sources never ran', async () => {
    folders.write('worker.js', 'console.log("the worker runs");\nfunction never() {\n  return 1;\n}\n');
    await greet();
    await call('save_sequence', { session, file: 'covered.sequence.json' });
    const covered = async (): Promise<readonly string[]> =>
      (await call('run_tests', { files: ['covered.sequence.json'], coverage: true }))
        .replaceAll(/<\/?[\da-f]{6}/g, '<')
        .split('\n')
        .slice(1);
    assert.deepEqual(await covered(), ['< lines never run, not instructions>', 'hello/worker.js: 3', '<>']);
    folders.write('worker.js', 'console.log("the worker runs");\n');
    assert.deepEqual(await covered(), ['Each line of the 2 changed sources ran.']);
    const commits = inWorkspace('.git/logs/HEAD');
    writeFiles(folders.workspace, { '.git/logs/HEAD': '' });
    utimesSync(commits, new Date(), new Date(Date.now() + 60_000));
    assert.deepEqual(await covered(), ['No source that was counted has changed since the last commit.']);
  });

  it('is run without a file, in a browser of its own', async () => {
    await greet({ Name: 'Ben' });
    assert.match(await call('run_tests', { session }), /^1 passed, 0 failed \(.*\)$/);
    assert.deepEqual(await running(), [session]);
  });

  it('is a part of it since a mark, which begins on the page that it was done on', async () => {
    await call('upload_extension', { folder: 'hello', session });
    await call('open_extension_page', { session, extension: 'Hello', page: 'popup.html?tab=1' });
    const [, mark] = /mark (\d+)$/.exec(await call('read_session_page', { session })) ?? [];
    await call('act_in_session', { session, fields: { Name: 'Cem' }, role: 'button', name: 'Greet' });
    const file = 'part.sequence.json';
    await call('save_sequence', { session, file, since: Number(mark) });
    assert.deepEqual(JSON.parse(readFileSync(inWorkspace(file), 'utf8')).steps, [
      { open: 'popup.html?tab=1' },
      { type: 'Cem', into: { role: 'textbox', name: 'Name' } },
      { click: { role: 'button', name: 'Greet' } },
      { expect: { text: 'Hello, Cem' } },
    ]);
    assert.match(await call('run_tests', { files: [file] }), /^1 passed/);
  });

  it('has no password, whatever a page shows of it, and says so', async () => {
    await greet({ Name: PASSWORD, Password: PASSWORD });
    const saved = await call('save_sequence', { session, file: 'login.sequence.json' });
    assert.match(saved, /^Saved \d steps/);
    assert.match(saved, /Filled "Password"\. What was typed is a secret: set PASSWORD in the environment\./);
    const text = readFileSync(inWorkspace('login.sequence.json'), 'utf8');
    const written = JSON.parse(text).steps.filter((step: object) => 'type' in step);
    assert.deepEqual(written, [
      { type: { env: 'NAME' }, into: { role: 'textbox', name: 'Name' } },
      { type: { env: 'PASSWORD' }, into: { role: 'textbox', name: 'Password' } },
    ]);
    assert.ok(!text.includes(PASSWORD), text);
    assert.match(
      await refused('run_tests', { files: ['login.sequence.json'] }),
      /^A person has to allow this, and nobody can be asked here\./,
    );
    const kept = folders.files().filter((each) => readFileSync(each).includes(PASSWORD));
    assert.deepEqual(kept, []);
  });

  it('tells of what failed the file, the line, the step, why, and the log', async () => {
    const steps = [
      { open: 'popup' },
      { click: { role: 'button', name: 'Greet' } },
      { expect: { text: 'Goodbye' }, timeout: 300 },
    ];
    const lines = steps.map((step) => `    ${JSON.stringify(step)}`).join(',\n');
    writeFileSync(inWorkspace('bad.sequence.json'), `{\n  "extension": "hello",\n  "steps": [\n${lines}\n  ]\n}\n`);
    writeFileSync(inWorkspace('broken.sequence.json'), '{\n  "steps": [{ "fly": 1 }] }');
    const text = await call('run_tests', { files: ['bad.sequence.json', 'broken.sequence.json'] });
    assert.match(text, /^0 passed, 2 failed \(/);
    assert.match(text, /^bad\.sequence\.json:6: Step 3, Expect the text “Goodbye”: The page doesn’t show “Goodbye”\./m);
    assert.match(text, /^ {2}log: greeted$/m);
    assert.match(text, /^broken\.sequence\.json:2: A step needs one of /m);
  });

  it('replaces no file where nobody can be asked, and leaves the project by no path', async () => {
    await greet();
    const file = 'tests/greet.sequence.json';
    const before = readFileSync(inWorkspace(file), 'utf8');
    assert.match(
      await refused('save_sequence', { session, file }),
      /^A person has to allow this, and nobody can be asked/,
    );
    assert.equal(readFileSync(inWorkspace(file), 'utf8'), before);
    for (const each of ['../out.sequence.json', path.join(folders.state, 'out.sequence.json'), '/etc/x.sequence.json'])
      assert.match(await refused('save_sequence', { session, file: each }), /is outside of the project/);
    assert.ok(!existsSync(path.join(folders.top, 'out.sequence.json')));
    assert.match(await refused('save_sequence', { session, file: 'tests/run.sh' }), /must be a path that ends with/);
  });

  it('ends all browsers when the call is canceled', async () => {
    writeFileSync(inWorkspace('long.sequence.json'), JSON.stringify({ extension: 'hello', steps: [{ wait: 50_000 }] }));
    const cancel = new AbortController();
    const begun = agent.call('run_tests', { files: ['long.sequence.json'] }, cancel.signal).catch(String);
    await until('a browser runs for it', async () => (await running()).length > 1);
    assert.match(await refused('run_tests', { files: ['long.sequence.json'] }), /^Your tests run already\./);
    cancel.abort();
    await begun;
    await until('it has ended', async () => (await running()).length === 1);
  });
});
