import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

/** A composite action, as far as a runner reads it. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export function readAction(file: string): Action {
  return parse(readFileSync(file, 'utf8'));
}

/** What came of a job. */
export interface Job {
  /** Whether all steps passed. */
  readonly passed: boolean;
  /** What they printed, in order. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The page of the job. */
  readonly summary: string;
  /** What other actions were given. */
  readonly used: readonly { readonly uses: string; readonly with: Readonly<Record<string, string>> }[];
}

const EXPRESSION = /\$\{\{\s*(.*?)\s*\}\}/g;

/**
 * Runs the steps of a composite action one after the other, as GitHub's runner does: each by bash, with the variables
 * and files of the runner. Other actions that it uses are only noted.
 * @param folder of the action.
 * @param temporary of the runner.
 * @param workspace with the repository of the job.
 */
export async function runAction(
  folder: string,
  given: Readonly<Record<string, string>>,
  { temporary, workspace, environment }: { temporary: string; workspace: string; environment: NodeJS.ProcessEnv },
): Promise<Job> {
  const action = readAction(path.join(folder, 'action.yml'));
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default ?? '']),
  );
  const outputs: Record<string, Record<string, string>> = {};
  /** Of those expressions that the action has: a path, or a comparison with a text. */
  const value = (expression: string): string => {
    const [scope, name = '', , output = ''] = expression.split('.');
    if (scope === 'inputs') return inputs[name] ?? fail(expression);
    return scope === 'steps' ? (outputs[name]?.[output] ?? '') : fail(expression);
  };
  const isTrue = (condition: string): boolean => {
    if (condition === 'always()') return true;
    const [, left = '', operator, right = ''] = /^(\S+) (==|!=) '(.*)'$/.exec(condition) ?? fail(condition);
    return (value(left) === right) === (operator === '==');
  };
  const filled = (texts: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries(texts).map(([name, each]) => [
        name,
        each.replaceAll(EXPRESSION, (_, inner: string) => value(inner)),
      ]),
    );

  mkdirSync(temporary, { recursive: true });
  const files = { path: '', output: '', summary: '' };
  for (const name of ['path', 'output', 'summary'] as const)
    writeFileSync((files[name] = path.join(temporary, `set_${name}`)), '');
  const used: Job['used'][number][] = [];
  let log = '';
  let passed = true;
  for (const step of action.runs.steps) {
    const conditions = step.if?.split(' && ') ?? [];
    if (!passed && !conditions.includes('always()')) continue;
    if (!conditions.every(isTrue)) continue;
    if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: filled(step.with) });
      continue;
    }
    const script = path.join(temporary, 'step.sh');
    writeFileSync(script, step.run ?? '');
    const added = readFileSync(files.path, 'utf8').split('\n').filter(Boolean).toReversed();
    const cwd = path.resolve(workspace, filled({ at: step['working-directory'] ?? '.' })['at'] ?? '');
    writeFileSync(files.output, '');
    const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
      cwd,
      env: {
        ...environment,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: folder,
        GITHUB_OUTPUT: files.output,
        GITHUB_PATH: files.path,
        GITHUB_STEP_SUMMARY: files.summary,
        GITHUB_WORKSPACE: workspace,
        RUNNER_TEMP: temporary,
        ...filled(step.env),
        PATH: [...added, environment['PATH'] ?? ''].join(path.delimiter),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    log += out + err;
    passed &&= code === 0;
    if (step.id !== undefined) outputs[step.id] = outputsIn(readFileSync(files.output, 'utf8'));
  }
  const ofAction = Object.entries(action.outputs).map(([name, { value: each }]) => [name, each] as const);
  return {
    passed,
    log,
    outputs: filled(Object.fromEntries(ofAction)),
    summary: readFileSync(files.summary, 'utf8'),
    used,
  };
}

/** As the runner reads the file: `name=value`, or lines up to a delimiter. */
function outputsIn(file: string): Record<string, string> {
  const found: Record<string, string> = {};
  const lines = file.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = '', delimiter = ''] = /^([^=]+?)<<(.+)$/.exec(line) ?? [];
    if (delimiter !== '')
      found[name] = lines
        .splice(0, lines.indexOf(delimiter) + 1)
        .slice(0, -1)
        .join('\n');
    else if (line !== '') found[line.split('=')[0] ?? ''] = line.slice(line.indexOf('=') + 1);
  }
  return found;
}

function fail(expression: string): never {
  throw new Error(`This runner does not know ${expression}.`);
}
