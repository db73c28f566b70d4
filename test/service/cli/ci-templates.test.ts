import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { nightly } from '../../support/nightly';
import { packCli } from '../../support/pack-cli';
import { GOOD, Person } from './command-line';

interface GitLabJob {
  readonly variables: Readonly<Record<string, string>>;
  readonly before_script: readonly string[];
  readonly script: readonly string[];
}

interface CircleJob {
  readonly environment: Readonly<Record<string, string>>;
  readonly steps: readonly (
    string | { readonly run?: string | { readonly command: string; readonly background?: boolean } }
  )[];
}

/** A file that the manual shows: one of GitLab, or of CircleCI. */
function shown(name: string): { extension: GitLabJob; jobs: { extension: CircleJob } } {
  const page = readFileSync('docs/ci.md', 'utf8');
  const [, yaml] = page.split(`\`\`\`yaml\n# ${name}\n`);
  return parse(yaml?.split('```')[0] ?? assert.fail(name));
}

/** Ends a group of processes. */
function kill(group: number): void {
  try {
    process.kill(-group, 'SIGTERM');
  } catch {
    // All of it has ended.
  }
}

async function done(child: ChildProcess): Promise<void> {
  assert.ok(child.stdout && child.stderr);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  assert.equal(code, 0, out + err);
}

describe('Jobs of CI services, as the manual has them', () => {
  let person: Person;
  const groups: ChildProcess[] = [];
  let tarball = '';
  before(() => (tarball = packCli()));
  beforeEach(() => {
    person = new Person();
    person.write('.', {
      '.git/HEAD': '',
      'package.json': { name: 'shop', version: '1.0.0', scripts: { build: 'cp -r source dist' } },
      'package-lock.json': { name: 'shop', version: '1.0.0', lockfileVersion: 3, packages: { '': { name: 'shop' } } },
      'tests/good.sequence.json': { steps: [{ expect: { storage: { local: { count: 3 } } } }] },
    });
    person.write('source', GOOD);
    mkdirSync(path.join(person.folder, 'home'));
  });
  afterEach(() => {
    // The job's machine would end what runs on.
    for (const { pid, exitCode } of groups.splice(0)) if (pid !== undefined && exitCode === null) kill(pid);
    person.leave();
  });

  function bash(script: string, variables: Readonly<Record<string, string>>): ChildProcess {
    const inherited = Object.entries(person.variables).filter(([name]) => !/^npm_/i.test(name));
    const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: person.folder,
      env: {
        ...Object.fromEntries(inherited),
        ...variables,
        HOME: path.join(person.folder, 'home'),
        BROWSER_SESSIONS_PACKAGE: tarball,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    groups.push(child);
    return child;
  }

  function resultsAt(junit: string, report: string): void {
    assert.match(readFileSync(path.join(person.folder, junit), 'utf8'), /tests="1" failures="0" errors="0"/);
    assert.ok(existsSync(path.join(person.folder, report, 'index.html')));
  }

  nightly('GitLab: its lines check and test an extension', async () => {
    const { extension } = shown('.gitlab-ci.yml');
    const { variables, before_script: before, script } = extension;
    await done(bash([...before, ...script].join('\n'), variables));
    resultsAt('junit.xml', 'report');
  });

  nightly('CircleCI: its steps check and test an extension', async () => {
    const { jobs } = shown('.circleci/config.yml');
    const { environment, steps } = jobs.extension;
    const variables = { ...environment, BASH_ENV: path.join(person.folder, 'bash-env') };
    for (const step of steps) {
      const run = typeof step === 'string' ? undefined : step.run;
      if (run === undefined) continue;
      if (typeof run === 'string') await done(bash(run, variables));
      else bash(run.command, variables);
    }
    resultsAt('results/junit.xml', 'results/report');
  });
});
