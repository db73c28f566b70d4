import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { writeFiles } from '../support/files';
import { readAction } from '../support/runner';
import { temporaryFolder } from '../support/temporary-folder';

interface ReleaseFiles {
  readonly notesOf: (changelog: string, version: string) => string;
  readonly writeRelease: (folder: string, files: readonly string[]) => void;
}

const { version, homepage }: { version: string; homepage: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const HOME = homepage.replace(/#.*/, '');
/** What stands for the account of the owner. */
const OWNER = HOME.split('/').at(-2) ?? '';
/** Files that git has which name that account. */
const NAMING = spawnSync('git', ['grep', '-lF', OWNER], { encoding: 'utf8' }).stdout.trim().split('\n');

function releaseFiles(): Promise<ReleaseFiles> {
  return import(pathToFileURL(path.resolve('scripts/release-files.mjs')).href);
}

/** Every step of a workflow or an action that runs a script. */
function scriptsIn(file: string): readonly string[] {
  const { jobs, runs } = parse(readFileSync(file, 'utf8'));
  const all = runs ? [runs] : Object.values<{ steps: object[] }>(jobs);
  return all.flatMap(({ steps }: { steps: { run?: string }[] }) => steps.flatMap(({ run }) => run ?? []));
}

/** What the script that publishes says that it would do. */
function publish(variables: Readonly<Record<string, string>>): string {
  const { PATH = '' } = process.env;
  const args = ['scripts/publish.mjs', 'out', '--dry-run'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH, ...variables } });
  assert.equal(status, 0);
  return stdout;
}

describe('A release', () => {
  it('has the notes of its version alone, and none without a section', async () => {
    const { notesOf } = await releaseFiles();
    const text =
      '# Changelog\n\n## [Unreleased]\n\n- c\n\n## [1.1.0] - 2026-12-01\n\n### Added\n\n- b\n\n## [1.0.0]\n\n- a\n';
    assert.equal(notesOf(text, '1.1.0'), '### Added\n\n- b\n');
    assert.throws(() => notesOf(text, '1.1'), /\[1\.1\]/);
    assert.throws(() => notesOf(text, '2.0.0'), /Unreleased/);
  });

  it('has its files, their packages and checksums that hold', async () => {
    const { writeRelease } = await releaseFiles();
    const top = temporaryFolder();
    writeFiles(top, { 'a file.vsix': 'one', 'b.tgz': 'two' });
    const folder = path.join(top, 'release');
    writeRelease(folder, [path.join(top, 'a file.vsix'), path.join(top, 'b.tgz')]);
    assert.deepEqual(readdirSync(folder).toSorted(), [
      'SHA256SUMS',
      'a file.vsix',
      'b.tgz',
      'browser-sessions.cdx.json',
    ]);
    const { status } = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
    assert.equal(status, 0);
    const { components }: { components: { name: string }[] } = JSON.parse(
      readFileSync(path.join(folder, 'browser-sessions.cdx.json'), 'utf8'),
    );
    const names = components.map(({ name }) => name);
    assert.deepEqual(
      ['undici', 'archiver', 'mocha'].map((name) => names.includes(name)),
      [true, true, false],
    );
  });

  it('is published where a secret or trust is set up, and says what is skipped', () => {
    const nowhere = publish({});
    assert.equal(nowhere.match(/skipped/g)?.length, 4, nowhere);
    const some = publish({ TRUSTED: 'vscode npm', OVSX_PAT: 'secret-of-open-vsx' });
    assert.equal(some.match(/would be published/g)?.length, 4, some);
    assert.ok(!some.includes('secret-of-open-vsx'));
    assert.match(publish({ VSCE_PAT: 'x' }), /MCP registry \| skipped: not on npm/);
  });
});

describe('Addresses of this project', () => {
  const pages = NAMING.filter((file) => /\.(md|ya?ml|json|txt)$/.test(file) && file !== 'package-lock.json');
  const texts = pages.map((file) => [file, readFileSync(file, 'utf8')] as const);

  it('are places that the repository has, in its version', () => {
    const known = new RegExp(
      [
        `^${HOME}(?:\\.git|#readme)?$`,
        `^${HOME}/(?:issues|discussions|releases|security/advisories/new)$`,
        `^${HOME}/releases/download/v${version}/browser-sessions-${version}\\.tgz$`,
      ].join('|'),
    );
    const wrong = texts.flatMap(([file, text]) =>
      [...text.matchAll(new RegExp(`${HOME}[^\\s"'\`)]*`, 'g'))].flatMap(([address]) => {
        const [, raw] = address.split(`${HOME}/raw/main/`);
        return known.test(address) || (raw !== undefined && existsSync(raw)) ? [] : [`${file}: ${address}`];
      }),
    );
    assert.deepEqual(wrong, []);
  });

  it('name the action by the version that it is of', () => {
    const uses = texts.flatMap(([, text]) => [...text.matchAll(new RegExp(`uses: ${OWNER}/(\\S+)`, 'g'))]);
    assert.ok(uses.length > 4);
    assert.deepEqual(
      uses.flatMap(([, used]) => (used === `browser-sessions@v${version}` ? [] : [used])),
      [],
    );
  });
});

describe('Scripts of the action and the workflows', () => {
  it('have nothing put into them: inputs, names and branches stay in the environment', () => {
    const files = ['action.yml', ...readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`)];
    const filled = files.flatMap((file) => scriptsIn(file).filter((run) => run.includes('${{')));
    assert.deepEqual(filled, []);
  });

  it('of the action have each input that there is, and no other', () => {
    const { inputs, runs } = readAction('action.yml');
    const used = JSON.stringify(runs);
    for (const [name, { description }] of Object.entries(inputs)) {
      assert.ok(description.endsWith('.'), name);
      assert.ok(used.includes(`inputs.${name}`), name);
    }
    const given = new Set(runs.steps.flatMap(({ env = {} }) => Object.keys(env)));
    const read = readdirSync('action')
      .filter((name) => name.endsWith('.sh'))
      .flatMap((name) => readFileSync(`action/${name}`, 'utf8').match(/\bINPUT_[A-Z_]+/g) ?? []);
    assert.deepEqual([...new Set(read)].toSorted(), [...given].filter((name) => name.startsWith('INPUT_')).toSorted());
  });
});
