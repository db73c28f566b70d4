import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Files, Link } from '../verdicts/case';
import { temporaryFolder } from '../support/temporary-folder';

/** Whether a system has something is tried, in an empty folder: its name would not tell. */
const tries = {
  /** Symbolic links, which a folder lists as such. Wine makes them and lists none. */
  links: (folder) => {
    symlinkSync('nowhere', path.join(folder, 'link'));
    return readdirSync(folder, { withFileTypes: true })[0]?.isSymbolicLink() === true;
  },
  /** Names of any bytes but `/`. */
  names: (folder) => {
    const names = ['*', '\\', 'a\nb', 'é', 'e\u0301', 'A', 'a'].map((name) => Buffer.from(name));
    for (const name of [...names, Buffer.from([0xff])])
      writeFileSync(Buffer.concat([Buffer.from(folder + path.sep), name]), '');
    return readdirSync(folder).length === names.length + 1;
  },
  /** Names that differ in the case of a letter only. */
  letterCase: (folder) => {
    for (const name of ['a', 'A']) writeFileSync(path.join(folder, name), '');
    return readdirSync(folder).length === 2;
  },
  modes: (folder) => {
    chmodSync(folder, 0o750);
    return (statSync(folder).mode & 0o777) === 0o750;
  },
  /** Files that run by their first line. */
  scripts: (folder) => {
    const script = path.join(folder, 'script');
    writeFileSync(script, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(script);
    return true;
  },
  pipes: (folder) => {
    execFileSync('mkfifo', [path.join(folder, 'pipe')], { stdio: 'ignore' });
    return true;
  },
  git: () => {
    execFileSync('git', ['--version']);
    return true;
  },
  /** The bundler's program, which is installed for one system. */
  bundler: () => existsSync(path.resolve(`node_modules/@esbuild/${process.platform}-${process.arch}`)),
} satisfies Record<string, (folder: string) => boolean>;

type Ability = keyof typeof tries;

const known = new Map<Ability, boolean>();

/** Whether the system of the tests can do this. */
export function can(ability: Ability): boolean {
  const answer = known.get(ability) ?? attempt(ability);
  known.set(ability, answer);
  return answer;
}

function attempt(ability: Ability): boolean {
  const folder = temporaryFolder();
  try {
    return tries[ability](folder);
  } catch {
    return false;
  }
}

/** Skips a test, or a hook and its tests, where the system cannot do what it is about. */
export function requires(test: { skip(): void } | undefined, ...abilities: Ability[]): void {
  if (!abilities.every(can)) test?.skip();
}

/** What the system must be able to do to have these files. */
export function abilitiesFor(files: Files): Ability[] {
  const names = Object.keys(files);
  const abilities: Ability[] = [];
  if (Object.values(files).some((content) => content instanceof Link)) abilities.push('links');
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) abilities.push('letterCase');
  if (names.some((name) => /[<>:"|?*\\\p{Cc}]|[. ](?:\/|$)/u.test(name))) abilities.push('names');
  return abilities;
}
