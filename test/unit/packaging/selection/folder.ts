import path from 'node:path';
import { english } from '../../../../src/core/message';
import type { Rule } from '../../../../src/packaging/selection/rule';
import { selectFiles, type Selection, type SelectOptions } from '../../../../src/packaging/selection/selection';
import { type Files, lay } from '../../../verdicts/case';
import { abilitiesFor, requires } from '../../abilities';
import { temporaryFolder } from '../../../support/temporary-folder';

/** A new folder for each test of a suite. */
export class TestFolder {
  root = '';
  /** The test that runs. */
  test: Mocha.Test | undefined;

  constructor() {
    // oxlint-disable-next-line typescript/no-this-alias -- a hook has a `this` of its own
    const folder = this;
    beforeEach(function () {
      folder.test = this.currentTest;
      folder.root = temporaryFolder();
    });
  }

  /** Writes files below the folder, together with a manifest unless one is given. The test is skipped where they cannot be. */
  async lay(files: Files): Promise<void> {
    requires(this.test, ...abilitiesFor(files));
    await lay(this.root, { name: '', files: { 'manifest.json': '{}', ...files } });
  }

  async select({
    within = '',
    named = [],
    signal = new AbortController().signal,
    ...options
  }: SelectRequest = {}): Promise<Selection> {
    return selectFiles(
      path.join(this.root, within),
      options,
      named.map((each) => (typeof each === 'string' ? { path: each } : each)),
      signal,
    );
  }

  /** Paths of the included files, without the manifest. */
  async inside(request: SelectRequest = {}): Promise<string[]> {
    return filesOf(await this.select(request));
  }

  /** What is excluded, as `path: reason (rule)`. */
  async outside(request: SelectRequest = {}): Promise<string[]> {
    const { excluded } = await this.select(request);
    return excluded.map(
      ({ path: out, folder, reason, rule }) =>
        `${out}${folder ? '/' : ''}: ${english(reason)} (${this.ruleWords(rule)})`,
    );
  }

  ruleWords(rule: Rule): string {
    if (rule.kind === 'ignore-file')
      return `${path.relative(this.root, rule.file).split(path.sep).join('/')}:${rule.line} ${rule.pattern}`;
    return rule.kind === 'default' ? rule.pattern : rule.kind;
  }
}

interface SelectRequest extends SelectOptions {
  /** A folder inside the test folder. */
  readonly within?: string;
  /** With the page that loads it, if the manifest does not name it itself. */
  readonly named?: readonly (string | { readonly path: string; readonly page: string })[];
  readonly signal?: AbortSignal;
}

export function filesOf({ files }: Selection): string[] {
  return files.map((file) => file.path).filter((file) => file !== 'manifest.json');
}

/** An object with an empty file for each name. */
export function empty(...names: string[]): Files {
  return Object.fromEntries(names.map((name) => [name, '']));
}
