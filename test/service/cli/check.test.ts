import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Log } from 'sarif';
import { sarifProblems } from '../../support/schemas';
import { until } from '../../support/until';
import { GOOD, HAS_COLORS, Person } from './command-line';

const COMMANDS = [
  'check',
  'pack',
  'sessions',
  'start',
  'end',
  'acquire',
  'release',
  'upload',
  'log',
  'click',
  'type',
  'test',
  'shot',
  'storage',
  'service',
  'mcp',
];
const BAD = { 'manifest.json': '{\n  "manifest_version": 3,\n  "name": "",\n  "version": "x"\n}\n' };
const KEY = ['-----BEGIN PRIVATE', ' KEY-----\n', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(8), '\n'].join('');

describe('The command line, with no service', () => {
  let person: Person;
  beforeEach(() => (person = new Person()));
  afterEach(() => person.leave());

  it('tells of each command, with the exit codes', async () => {
    const { code, out, err } = await person.run('--help');
    assert.deepEqual([code, err], [0, '']);
    for (const name of COMMANDS) assert.match(out, new RegExp(`^ {2}${name} `, 'm'));
    const all = await Promise.all(COMMANDS.map((name) => person.run(name, '--help')));
    for (const [index, each] of all.entries()) {
      assert.deepEqual([each.code, each.err], [0, '']);
      assert.match(each.out, new RegExp(`^Usage: browser-sessions ${COMMANDS[index]}`));
      assert.match(each.out, /Exit codes:\n {2}0 {2}done\n {2}1 .*\n {2}2 /);
    }
    // The manual names no command or option that there is not, and no command is missing.
    const manual = readFileSync('docs/command-line.md', 'utf8').split('\n');
    const named = new Set<string>();
    for (const line of manual) {
      const [, name = ''] = /(?:npx browser-sessions|^\| `)(?!browser)([a-z]+)(?=[ `]|$)/.exec(line) ?? [];
      const help = all[COMMANDS.indexOf(name)]?.out;
      if (help === undefined) continue;
      named.add(name);
      for (const [option] of line.matchAll(/--[a-z-]+/g)) assert.ok(help.includes(option), `${name} ${option}`);
    }
    assert.deepEqual([...named].toSorted(), COMMANDS.toSorted());
  });

  it('ends with 2, and nothing on standard output, where it cannot know what is meant', async () => {
    const good = person.write('good', GOOD);
    const wrong = [
      [['chek', good], /unknown command 'chek'.*check/s],
      [[], /Usage: browser-sessions/],
      [['check'], /missing required argument 'folder'/],
      [['check', good, '--format', 'xml'], /Allowed choices are text, json, sarif/],
      [['check', good, '--colour'], /unknown option '--colour'/],
      [['check', 'nowhere'], /Folder not found: nowhere\./],
      [['log', '--for', 'soon'], /Use 500ms, 30s or 2m/],
      [['service', '--port', '70000'], /Use a whole number from 0 to 65535/],
      [['click', 'Buy'], /“Buy” isn’t a number\. .*use --name\./],
      [['click', '1', '2', '--name', 'Go'], /not both/],
      [['type'], /Give a text, or keys/],
      [['storage', '--set', 'count'], /--set takes key=value/],
      [['storage', '--area', 'managed', '--clear'], /can only be read/],
      [['test', 'no.sequence.json'], /File not found: no\.sequence\.json/],
      [['pack', good, '--out', 'no/where.zip'], /Couldn’t write/],
      [['pack', good, '--allow-secret', 'none.js'], /no file “none\.js” is in the package/],
      [['sessions'], /No token is set, and no local service runs\. Run browser-sessions service, or/],
      [['upload', good], /No token is set/],
    ] as const;
    const ended = await Promise.all(wrong.map(([args]) => person.run(...args)));
    for (const [index, [args, said]] of wrong.entries()) {
      const { code, out, err } = ended[index] ?? assert.fail();
      assert.match(err, said);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
    }
  });

  it('ends with 2 if the service cannot be reached, or its address is none', async () => {
    const there = new Person({ BROWSER_SESSIONS_TOKEN: 'of-a-person', BROWSER_SESSIONS_ADDRESS: 'http://127.0.0.1:9' });
    const wrong = new Person({ BROWSER_SESSIONS_TOKEN: 'of-a-person', BROWSER_SESSIONS_ADDRESS: 'http://example.com' });
    const [one, other] = await Promise.all([there.run('sessions'), wrong.run('sessions')]);
    assert.deepEqual([one.code, other.code], [2, 2]);
    assert.match(one.err, /^Couldn’t reach “http:\/\/127\.0\.0\.1:9”\. Connection refused\. Nothing was sent\.\n$/);
    assert.match(other.err, /http:\/\/ is allowed only for localhost/);
    for (const each of [there, wrong]) each.leave();
  });

  it('checks a folder: each problem with its place, and 1 for an error', async () => {
    person.write('good', GOOD);
    person.write('bad', BAD);
    const good = await person.run('check', 'good');
    assert.deepEqual([good.code, good.out, good.err], [0, '0 errors, 0 warnings. “Hello” 1.2: 2 files, 227 B.\n', '']);
    const bad = await person.run('check', 'bad');
    assert.equal(bad.code, 1);
    const lines = bad.out.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^bad\/manifest\.json:3:11: error: .+ \(name\)$/);
    assert.match(lines.at(-1) ?? '', /^2 errors, 0 warnings\. Chromium would reject the extension\.$/);
  });

  it('prints JSON', async () => {
    person.write('bad', BAD);
    const { code, out } = await person.run('check', 'bad', '--format', 'json');
    const { problems, folder }: { problems: { code: string; line: number }[]; folder: string } = JSON.parse(out);
    assert.deepEqual([code, folder], [1, path.join(person.folder, 'bad')]);
    assert.deepEqual(
      problems.map((each) => [each.code, each.line]),
      [
        ['name', 3],
        ['version', 4],
      ],
    );
  });

  it('prints SARIF that GitHub shows at the lines', async () => {
    person.write('a b/bad', { ...BAD, 'key.pem.js': KEY });
    const { code, out } = await person.run('check', 'a b/bad', '--format', 'sarif');
    assert.equal(code, 1);
    const log: Log = JSON.parse(out);
    assert.deepEqual(sarifProblems(log), []);
    assert.notDeepEqual(sarifProblems({ ...log, version: '2.0.0' }), []);
    assert.deepEqual([log.version, log.runs.length], ['2.1.0', 1]);
    const [{ tool, results = [] } = { tool: { driver: { name: '' } } }] = log.runs;
    const { rules = [], version } = tool.driver;
    const { version: ours }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.equal(version, ours);
    for (const { ruleId, ruleIndex = -1, level, message, locations = [] } of results) {
      assert.equal(rules[ruleIndex]?.id, ruleId);
      assert.ok(level === 'error' || level === 'warning');
      assert.ok(message.text);
      const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
      assert.match(artifactLocation?.uri ?? '', /^a%20b\/bad\/(manifest\.json|key\.pem\.js)$/);
      assert.ok((region?.startLine ?? 0) >= 1 && (region?.endColumn ?? 2) > (region?.startColumn ?? 1));
    }
    assert.deepEqual(
      results.map(({ ruleId }) => ruleId),
      ['name', 'version', 'possible-secret'],
    );
    assert.ok(!out.includes('MIIEvQ'));
  });

  it('has colors and progress in a terminal alone, and no colors with NO_COLOR', async () => {
    person.write('bad', BAD);
    const plain = new Person({ NO_COLOR: '1' });
    plain.write('bad', BAD);
    const [terminal, pipe, none] = await Promise.all([
      person.inTerminal('check', 'bad'),
      person.run('check', 'bad'),
      plain.inTerminal('check', 'bad'),
    ]);
    assert.deepEqual([terminal.code, pipe.code, none.code], [1, 1, 1]);
    assert.match(terminal.out, HAS_COLORS);
    assert.match(terminal.out, /Checking “bad”/);
    assert.doesNotMatch(none.out, HAS_COLORS);
    assert.match(none.out, /Checking “bad”/);
    assert.doesNotMatch(pipe.out + pipe.err, /\p{Cc}\[|Checking/u);
    plain.leave();
  });

  it('makes the texts of others plain', async () => {
    const name = 'a\u001B]0;title\u0007\u202Eb';
    person.write('x', { ...GOOD, 'manifest.json': { ...GOOD['manifest.json'], name, permissions: ['st\u001B[31m'] } });
    const { out, err } = await person.run('check', 'x');
    assert.match(out, /Unknown permission “st/);
    assert.doesNotMatch(out.replaceAll('\n', '') + err, /[\p{Cc}\u202E]/u);
    // Also those of an argument, which a job may have from elsewhere.
    const wrong = await person.run('check', '--x\n::set-output name=a::b\u001B]0;title\u0007');
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /^\| ::set-output/m);
    assert.doesNotMatch(wrong.err.replaceAll('\n', ''), /\p{Cc}/u);
  });

  it('packs what an upload would send, and refuses errors and secrets', async () => {
    person.write('good', GOOD);
    person.write('bad', BAD);
    person.write('secret', { ...GOOD, 'lib/key.js': KEY });
    const good = await person.run('pack', 'good');
    assert.deepEqual([good.code, good.err], [0, '']);
    assert.match(good.out, /^Wrote Hello-1\.2\.zip \(2 files, \d+ B\)\.\n$/);
    assert.equal(readFileSync(path.join(person.folder, 'Hello-1.2.zip')).subarray(0, 2).toString(), 'PK');
    const bad = await person.run('pack', 'bad');
    assert.deepEqual([bad.code, bad.out], [1, '']);
    assert.match(bad.err, /^bad\/manifest\.json:3:11: error: /);
    const secret = await person.run('pack', 'secret');
    assert.deepEqual([secret.code, secret.out], [1, '']);
    assert.match(
      secret.err,
      /^secret\/lib\/key\.js:1:1: error: “lib\/key\.js” may contain a secret\. .*--allow-secret/,
    );
    const allowed = await person.run('pack', 'secret', '--allow-secret', 'lib/key.js', '--out', 'with.zip');
    assert.deepEqual([allowed.code, allowed.err], [0, '']);
    // Allowed once is not allowed for ever.
    assert.equal((await person.run('pack', 'secret')).code, 1);
  });

  it('writes a package only over one, and nothing through a link', async () => {
    person.write('good', GOOD);
    const own = path.join(person.folder, 'own');
    const written = path.join(person.folder, 'Hello-1.2.zip');
    for (let time = 0; time < 2; time++) assert.equal((await person.run('pack', 'good')).code, 0);
    writeFileSync(written, 'notes');
    writeFileSync(own, 'mine');
    const refused = async (said: RegExp, ...args: readonly string[]): Promise<void> => {
      const { code, out, err } = await person.run('pack', 'good', ...args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, said);
    };
    await refused(/^Hello-1\.2\.zip exists, and isn’t the package of an extension\. Move it, or use --out\.$/m);
    assert.equal(readFileSync(written, 'utf8'), 'notes');
    assert.equal((await person.run('pack', 'good', '--out', 'Hello-1.2.zip')).code, 0);
    rmSync(written);
    symlinkSync(own, written);
    for (const args of [[], ['--out', 'Hello-1.2.zip']])
      await refused(/Hello-1\.2\.zip is a link, or isn’t a regular file\. Remove it/, ...args);
    assert.equal(readFileSync(own, 'utf8'), 'mine');
  });

  it('takes named points of the project alone, and of its own user', async function () {
    const points = { '.vscode/browser-sessions.points.json': { points: { Buy: { x: 1, y: 2 } } } };
    person.write('shared', points);
    person.write('shared/own', { 'test/one.sequence.json': { steps: [{ click: { point: 'Buy' } }] } });
    const run = async (): Promise<number | null> => {
      const { code, out, err } = await person.run('test', 'shared/own/test/one.sequence.json');
      // With its point, there is no session to run it in.
      assert.match(code === 2 ? err : out, code === 2 ? /^No token is set/ : /Buy/);
      return code;
    };
    assert.equal(await run(), 2);
    mkdirSync(path.join(person.folder, 'shared/own/.git'));
    assert.equal(await run(), 1);
    person.write('shared/own', points);
    assert.equal(await run(), 2);
    // Only root can give a file away.
    if (process.getuid?.() !== 0) return this.skip();
    const folder = path.join(person.folder, 'shared/own/.vscode');
    const file = path.join(folder, 'browser-sessions.points.json');
    for (const place of [folder, file]) {
      chownSync(place, 65_534, 65_534);
      assert.equal(await run(), 1, place);
      chownSync(place, 0, 0);
    }
    assert.equal(await run(), 2);
  });

  it('compares with an old version: of a folder, a zip, and of git without a checkout', async () => {
    const manifest = { manifest_version: 3, name: 'Compared', version: '1.0' };
    person.write('repo/dist', { 'manifest.json': manifest });
    const git = (...args: string[]): void => {
      const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
      execFileSync('git', [...who, ...args], { cwd: path.join(person.folder, 'repo'), stdio: 'pipe' });
    };
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'First');
    git('tag', 'v1');
    // What the repository says of filters and exports does not count.
    writeFileSync(path.join(person.folder, 'repo/.git/info/attributes'), '* filter=evil export-ignore\n');
    git('config', 'filter.evil.smudge', 'touch smudged');
    person.write('old', { 'manifest.json': manifest });
    await person.run('pack', 'old', '--out', 'old.zip');
    const next = { ...manifest, host_permissions: ['https://a.com/*'], permissions: ['tabs'] };
    person.write('repo/dist', { 'manifest.json': next });
    const outs = await Promise.all(
      ['old', 'old.zip', 'git:v1', 'v1'].map((old) => person.run('check', 'repo/dist', '--against', old)),
    );
    for (const { code, out } of outs) {
      assert.equal(code, 1, out);
      assert.match(
        out,
        /manifest\.json:\d+:\d+: error: Chrome will disable the extension until each user accepts “Read your browsing history”\..* \(update-disables\)/,
      );
      assert.match(out, /error: Chrome will disable .* “Read and change your data on a\.com”\./);
      assert.match(out, /warning: Version 1\.0 isn’t higher than 1\.0.* \(update-version\)/);
      assert.match(out, /3 of them about the update from “Compared” 1\.0\./);
      assert.doesNotMatch(out, /reject/);
    }
    assert.ok(!existsSync(path.join(person.folder, 'repo/dist/smudged')));
    const sarif = await person.run('check', 'repo/dist', '--against', 'v1', '--format', 'sarif');
    assert.deepEqual(sarifProblems(JSON.parse(sarif.out)), []);
    for (const [old, words] of [
      ['git:v9', /Git knows no “v9”/],
      ['v9', /“v9” is no folder, zip, tag or commit, and there is no service/],
      ['--output=x', /Git knows no|is no folder/],
      ['aaaabbbbccccddddeeeeffffgggghhhh', /A service has to fetch it from the Chrome Web Store/],
      ['repo/dist/manifest.json', /manifest\.json can’t be unpacked/],
    ] as const) {
      const { code, err } = await person.run('check', 'repo/dist', `--against=${old}`);
      assert.equal(code, 2, err);
      assert.match(err, words);
    }
  });

  it('ends with 130 in the middle of a check and of a package, and leaves no half of a zip', async () => {
    const large = person.write('large', { ...GOOD, 'lib/0.js': 'let count = 1;\n'.repeat(50_000) });
    for (let at = 1; at < 3000; at++) linkSync(path.join(large, 'lib/0.js'), path.join(large, `lib/${at}.js`));
    for (const command of ['check', 'pack']) {
      const running = person.start(command, 'large');
      await until(`${command} reads the folder`, () => {
        assert.equal(running.child.exitCode, null, running.err);
        return reads(running.pid, path.join(large, 'lib'));
      });
      assert.deepEqual(await running.interrupt(), { code: 130, out: '', err: '' }, command);
    }
    assert.deepEqual(readdirSync(person.folder).toSorted(), ['large']);
  });
});

/** Whether a process has a file of a folder open now. */
function reads(pid: number, folder: string): boolean {
  return readdirSync(`/proc/${pid}/fd`).some((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith(folder);
    } catch {
      return false;
    }
  });
}
