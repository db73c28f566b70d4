import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { startLocalService, type LocalService } from '../../support/local-service';
import { listen } from '../../support/network/listen';
import { junitProblems } from '../../support/schemas';
import { GOOD, HAS_COLORS, Person, type Ended } from './command-line';
import { nightly } from '../../support/nightly';

/** What the page says, and so the reason of a failure. */
const SAID = '::error::x ##[group]y @octocat [a](https://evil.example)';

describe('What browser-sessions test tells', () => {
  let service: LocalService;
  let person: Person;
  const shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Shop</title><h1>Shop</h1>');
  });

  before(async () => {
    const start = `http://127.0.0.1:${await listen(shop)}/`;
    service = await startLocalService();
    person = atService();
    person.write('dist', GOOD);
    person.write('tests', {
      'good one.sequence.json': {
        extension: '../dist',
        setup: 'good-one.sequence.json',
        start,
        steps: [{ screenshot: '../../cart: a/b' }],
      },
      'good-one.sequence.json': { start, steps: [{ expect: { text: 'Shop' } }, { screenshot: 'first' }] },
      'bad.sequence.json': { start, steps: [{ screenshot: 'before' }, { expect: { text: SAID }, timeout: 200 }] },
      'off.sequence.json': { skip: SAID, steps: [{ wait: 1 }] },
      'wrong.sequence.json': { steps: [{ x: 1 }] },
    });
  });
  after(async () => {
    person.leave();
    await service.stop();
    shop.close();
  });

  function atService(more: Readonly<Record<string, string>> = {}): Person {
    return new Person({
      BROWSER_SESSIONS_ADDRESS: service.url,
      BROWSER_SESSIONS_TOKEN: service.token,
      ...more,
    });
  }

  function read(name: string): string {
    return readFileSync(path.join(person.folder, name), 'utf8');
  }

  it('is a folder with a page of all, one for each failure, and the screenshots; lines, and JUnit', async () => {
    const { code, out, err } = await person.run('test', '--report', 'out/report', '--junit', 'junit.xml', '-j', '2');
    assert.equal(code, 1, err);
    assert.equal(err, 'The report is in out/report/index.html.\n');
    const lines = out.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^tests\/wrong\.sequence\.json:\d+:\d+: error: /);
    assert.ok(lines.some((line) => /^✓ tests\/good one\.sequence\.json {2}[\d.]+ m?s$/.test(line)));
    assert.ok(lines.some((line) => line.startsWith('- tests/off.sequence.json  skipped, ::error::x # #[group]y')));
    const failure = lines.findIndex((line) => line.startsWith('✗ tests/bad.sequence.json '));
    assert.match(lines[failure + 1] ?? '', /^ {2}tests\/bad\.sequence\.json:\d+:\d+: error: Step 2, Expect the text “/);
    assert.match(lines.at(-1) ?? '', /^2 passed, 2 failed, 1 skipped \(.+, 2 at a time\)$/);
    // Nothing that is seen on a terminal alone.
    assert.doesNotMatch(out.replaceAll('\n', ''), /\p{Cc}/u);

    const files = readdirSync(path.join(person.folder, 'out/report')).toSorted();
    assert.deepEqual(files, [
      'index.html',
      'tests-bad-before.png',
      'tests-bad.report.html',
      'tests-good-one-cart-a-b.png',
      // Of the test, and of the other one that it runs first.
      'tests-good-one-first-2.png',
      'tests-good-one-first.png',
    ]);
    for (const name of files.filter((each) => each.endsWith('.png')))
      assert.equal(
        readFileSync(path.join(person.folder, 'out/report', name))
          .subarray(1, 4)
          .toString(),
        'PNG',
      );
    const index = read('out/report/index.html');
    for (const part of [
      '<h1>2 of 5 tests failed</h1>',
      'href="./tests-bad.report.html"',
      'src="./tests-good-one-cart-a-b.png"',
      'passed (2)',
    ])
      assert.ok(index.includes(part), part);
    assert.match(read('out/report/tests-bad.report.html'), /<h1>“bad\.sequence\.json” failed at step 2 of 2<\/h1>/);
    for (const text of [out, index, read('junit.xml')])
      assert.ok(!text.includes(service.token) && !text.includes(person.folder));
    const xml = read('junit.xml');
    assert.deepEqual(await junitProblems(xml), []);
    assert.match(xml, /<testsuites [^>]*tests="5" failures="1" errors="1"/);
  });

  it('is one object with --json', async () => {
    const { code, out, err } = await person.run('test', '--json', '--grep', 'o', 'tests/*');
    assert.deepEqual([code, err], [1, '']);
    const {
      tests,
      problems,
    }: { tests: { file: string; outcome: string }[]; problems: { id: string; line: number }[] } = JSON.parse(out);
    assert.deepEqual(
      tests.map(({ file, outcome }) => [file, outcome]),
      [
        ['tests/bad.sequence.json', 'failed'],
        ['tests/good one.sequence.json', 'passed'],
        ['tests/good-one.sequence.json', 'passed'],
        ['tests/off.sequence.json', 'skipped'],
      ],
    );
    assert.deepEqual(
      problems.map(({ id, line }) => [id, typeof line]),
      [['tests/wrong.sequence.json', 'number']],
    );
  });

  it('writes through no link', async () => {
    const own = path.join(person.folder, 'own');
    mkdirSync(own);
    writeFileSync(path.join(own, 'index.html'), 'mine');
    symlinkSync(own, path.join(person.folder, 'linked'));
    mkdirSync(path.join(person.folder, 'inside'));
    symlinkSync(path.join(own, 'index.html'), path.join(person.folder, 'inside/index.html'));
    for (const [folder, said] of [
      ['linked', /^linked is a link, or isn’t a folder\. Remove it, or choose another name\.$/m],
      ['junit.xml', /^junit\.xml is a link, or isn’t a folder/m],
      ['inside', /^index\.html is a link, or isn’t a regular file\. Remove it/m],
    ] as const) {
      const { code, err } = await person.run('test', 'tests/good-one.sequence.json', '--report', folder);
      assert.equal(code, 2);
      assert.match(err, said);
    }
    assert.deepEqual(readdirSync(own), ['index.html']);
    assert.equal(readFileSync(path.join(own, 'index.html'), 'utf8'), 'mine');
  });

  it('is shown by GitHub at the lines and in the summary of the job, and nothing of the page is a command', async () => {
    writeFileSync(path.join(person.folder, 'summary.md'), 'before\n');
    const job = atService({
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: path.join(person.folder, 'summary.md'),
      GITHUB_WORKSPACE: person.folder,
    });
    const run = async (...args: readonly string[]): Promise<Ended> =>
      job.runIn(path.join(person.folder, 'tests'), ...args);
    const { code, out, err } = await run('test', 'bad.sequence.json', 'off.sequence.json');
    assert.equal(code, 1);
    const commands = [...out.split('\n'), ...err.split('\n')].filter((line) => /^\s*::/.test(line));
    assert.equal(commands.length, 1);
    assert.match(
      commands[0] ?? '',
      /^::error file=tests\/bad\.sequence\.json,line=\d+,col=\d+,title=bad\.sequence\.json failed::Step 2, .*# #\[group\]y/,
    );
    assert.ok(err.includes(commands[0] ?? '-'), 'standard output is what was asked for');
    assert.doesNotMatch(out + err, /##\[/);
    const summary = read('summary.md');
    assert.match(summary, /^before\n### Browser Sessions: 0 passed, 1 failed, 1 skipped \(/);
    assert.match(summary, /\| ❌ failed \| <code>bad&#46;sequence&#46;json<\/code> \| .* \| <code>bad/);
    assert.doesNotMatch(summary, /@octocat|\]\(|https:/);
    const { out: json } = await run('test', 'bad.sequence.json', '--json');
    assert.equal(JSON.parse(json).tests.length, 1);
    assert.equal(read('summary.md').match(/### Browser Sessions/g)?.length, 2);
    job.leave();
  });

  it('shows what each browser runs in a terminal, with colors, and takes it away at the end', async () => {
    const { code, out } = await person.inTerminal('test', 'tests/bad.sequence.json', 'tests/good-one.sequence.json');
    assert.equal(code, 1);
    assert.match(out, HAS_COLORS);
    assert.match(out, /0 of 2 · \d+ s · waiting for browsers…/);
    assert.match(out, /\n {2}tests\/(?:bad|good-one)\.sequence\.json +(?:starting|step \d of \d) · \d+ s/);
    const screen = screenOf(out);
    assert.equal(screen.filter((line) => line.startsWith('✗') || line.startsWith('✓')).length, 2);
    assert.match(screen.at(-1) ?? '', /^1 passed, 1 failed \(/);
    assert.deepEqual(
      screen.filter((line) => / of 2 · |starting|step \d of/.test(line)),
      [],
    );
  });

  nightly('tells what passed before the service was lost', async () => {
    const lost = await startLocalService();
    const other = new Person({ BROWSER_SESSIONS_ADDRESS: lost.url, BROWSER_SESSIONS_TOKEN: lost.token });
    other.write('tests', { 'a.sequence.json': { steps: [{ wait: 1 }] } });
    const running = other.start('test', '--repeat-each', '50', '-j', '1', '--junit', 'junit.xml', '--report', 'report');
    await running.says('✓');
    await lost.stop();
    const { code, out, err } = await running.ended;
    assert.match(err, /Couldn’t reach “/);
    assert.equal(code, 2, err);
    assert.match(out, /^[1-9]\d* passed, .*\d+ canceled \(/m);
    const xml = readFileSync(path.join(other.folder, 'junit.xml'), 'utf8');
    assert.match(xml, /<testsuites [^>]*tests="50"/);
    assert.match(readFileSync(path.join(other.folder, 'report/index.html'), 'utf8'), /passed \(\d+\)/);
    other.leave();
  });

  it('ends with 2 where nothing matches, and before it asks for a service', async () => {
    const nobody = new Person();
    nobody.write('tests', {
      'wrong.sequence.json': { steps: [{ x: 1 }] },
      'good.sequence.json': { steps: [{ wait: 1 }] },
    });
    for (const [code, said, ...args] of [
      [2, /^No matching sequence\./, 'none/*'],
      [2, /^No matching sequence\./, '--grep', 'none'],
      [2, /^No matching sequence\./, '--last-failed'],
      [2, /^File not found: none\.sequence\.json\./, 'none.sequence.json'],
      [2, /^No extension is in none\./, '--extension', 'none'],
      [2, /Use such as 2\/5/, '--shard', '3/2'],
      [2, /^No token is set/, 'tests/good.sequence.json'],
      [1, /^$/, 'tests/wrong.sequence.json'],
    ] as const) {
      const ended = await nobody.run('test', ...args);
      assert.match(ended.err, said);
      assert.equal(ended.code, code, args.join(' '));
    }
    nobody.leave();
  });
});

/** The lines that a terminal shows in the end. */
function screenOf(out: string): string[] {
  const lines: string[] = [''];
  let row = 0;
  for (const [, up, isClear, isOther, text] of out.matchAll(
    /\p{Cc}\[(\d+)A|(\p{Cc}\[J)|(\p{Cc}\[\??[\d;]*[a-z])|(\P{Cc}+|\r|\n)/gu,
  )) {
    if (up !== undefined) row -= Number(up);
    else if (isClear) lines.splice(row, lines.length, '');
    else if (text === '\n') lines[++row] ??= '';
    else if (text !== '\r' && !isOther) lines[row] += text ?? '';
  }
  return lines.filter((line) => line !== '');
}
