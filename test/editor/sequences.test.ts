import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { reportPage } from '../../src/app/report/report-html';
import { Localizer } from '../../src/core/localizer';
import { sampleReport } from '../support/sample-report';
import { RIGHT_STEPS, WRONG_STEPS } from '../support/sequence-steps';
import { until } from '../support/until';
import { openFixture, type Fixture } from './fixture';

const run = (name: string, args: object = {}): Thenable<void> =>
  vscode.commands.executeCommand(`browserSessions.${name}`, args);

const POINTS = '.vscode/browser-sessions.points.json';

async function show(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

/** What the Problems panel says of a file, as `line: text`. */
const problemsOf = (uri: vscode.Uri): string[] =>
  vscode.languages.getDiagnostics(uri).map(({ range, message }) => `${range.start.line + 1}: ${message}`);

/** The labels that are proposed after a text. */
async function proposals(document: vscode.TextDocument, after: string): Promise<string[]> {
  const position = document.positionAt(document.getText().indexOf(after) + after.length);
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
  );
  return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

/** A sequence with each step on a line, from the second on. */
const lines = (steps: readonly unknown[]): string =>
  `{ "steps": [\n${steps.map((step) => JSON.stringify(step)).join(',\n')}\n] }`;

describe('A sequence of clicks, in the editor', () => {
  let fixture: Fixture;
  let folder: vscode.Uri;
  const written: vscode.Uri[] = [];

  before(async () => {
    fixture = await openFixture();
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = first.uri;
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    for (const uri of written.splice(0)) await vscode.workspace.fs.delete(uri);
  });
  after(() => fixture.clear());

  async function write(name: string, content: unknown): Promise<vscode.Uri> {
    const uri = vscode.Uri.joinPath(folder, name);
    const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    written.push(uri);
    return uri;
  }

  it('has a problem at the line of a wrong button, and says which ones there are', async () => {
    const uri = await write(
      'wrong.sequence.json',
      '{\n  "steps": [\n    { "click": { "x": 1, "y": 2 }, "button": "middel" }\n  ]\n}\n',
    );
    await show(uri);
    await until('the schema says what is wrong', () => problemsOf(uri).length > 0);
    const [problem, ...others] = problemsOf(uri);
    assert.match(problem ?? '', /^3: .*"left".*"middle"/);
    assert.deepEqual(others, []);
  });

  it('has a problem or two at the line of each wrong step, and none where all is right', async () => {
    const wrong = await write('wrong.sequence.json', lines(WRONG_STEPS.map(([step]) => step)));
    const right = await write('right.sequence.json', lines(RIGHT_STEPS.map(([step]) => step)));
    await show(right);
    await show(wrong);
    await until('it is told', () => problemsOf(wrong).length >= WRONG_STEPS.length);
    const told = problemsOf(wrong);
    const others = WRONG_STEPS.flatMap(([step], index) => {
      const problems = told.filter((problem) => problem.startsWith(`${index + 2}: `));
      return problems.length === 1 || problems.length === 2
        ? []
        : [`${JSON.stringify(step).slice(0, 200)} ${problems.join(' | ')}`];
    });
    assert.deepEqual(others, []);
    assert.deepEqual(problemsOf(right), []);
  });

  it('says of a step that is none, or of a click without a place, what there is', async () => {
    const uri = await write('none.sequence.json', '{ "steps": [\n{ "x": 1, "y": 2 },\n{ "click": {} }\n] }');
    await show(uri);
    await until('both are told', () => problemsOf(uri).length >= 2);
    const [first, second, ...others] = problemsOf(uri);
    assert.match(first ?? '', /^2: A step needs one of open, click, /);
    assert.match(second ?? '', /^3: Identify what to click by /);
    assert.deepEqual(others, []);
  });

  it('is completed', async () => {
    const uri = await write(
      'new.sequence.json',
      '{ "steps": [ { "click": { "x": 1, "y": 2 }, "button": "" }, {  }, { "click": {   } }, { "mock": { "url": "*",   } },   ] }',
    );
    const document = await show(uri);
    await until('the schema is loaded', async () => (await proposals(document, '"button": ')).includes('"middle"'));
    for (const [after, expected, not] of [
      [' }, { ', ['open', 'click', 'expect', 'mock', 'upload'], ['x']],
      ['"x": 1, "y": 2 },', ['action', 'count', 'hold', 'timeout'], ['open', 'into']],
      ['{ "click": {  ', ['role', 'name', 'x', 'y', 'point'], ['button']],
      ['"url": "*", ', ['method', 'status', 'json', 'abort'], ['open']],
      ['"url": "*",   } }, ', ['click', 'click at coordinates', 'expect', 'worker', 'screenshot'], []],
    ] as const) {
      const names = await proposals(document, after);
      assert.deepEqual(
        [after, expected.filter((name) => !names.includes(name)), not.filter((name) => names.includes(name))],
        [after, [], []],
      );
    }
  });

  it('has a problem at a name that no point has, until one has it', async () => {
    const uri = await write(
      'named.sequence.json',
      '{\n  "steps": [\n    { "click": { "point": "Sign in" } }\n  ]\n}\n',
    );
    await show(uri);
    await until('the name is unknown', () => problemsOf(uri).some((each) => each.startsWith('3: No point is named')));
    await write(POINTS, { points: { 'Sign in': { x: 1, y: 2 } } });
    await until('the name is known', () => problemsOf(uri).length === 0).catch((error: unknown) =>
      assert.fail(`${String(error)}: ${problemsOf(uri).join('\n')}`),
    );
  });

  it('the points have a schema too', async () => {
    const uri = await write(POINTS, { points: { Good: { x: 1, y: 2 }, Bad: { x: 1, y: 2, button: 'middel' } } });
    await show(uri);
    await until('the schema says what is wrong', () => problemsOf(uri).length > 0);
    assert.equal(problemsOf(uri).length, 1);
  });

  it('is run in the sessions that are handed over, with the clicks of named points', async () => {
    const sessions = [await fixture.openSession('/plain'), await fixture.openSession('/plain')];
    fixture.pages.clear();
    await write(POINTS, { points: { Menu: { x: 50, y: 300, button: 'right' } } });
    const file = await write('clicked.sequence.json', {
      steps: [{ click: { x: 40, y: 300 } }, { wait: 50 }, { click: { point: 'Menu' } }],
    });
    await run('runSequence', { file, sessions });
    const at = (type: string): (number | undefined)[] =>
      fixture.pages.events().flatMap((event) => (event.type === type ? [event.x] : []));
    await until('both have the last click', () => at('contextmenu').length === 2);
    assert.deepEqual(
      [at('click'), at('contextmenu')],
      [
        [40, 40],
        [50, 50],
      ],
    );
  });

  it('is taken from a path inside the workspace, and for one session', async () => {
    const session = await fixture.openSession('/plain');
    await write('nested.sequence.json', { steps: [{ click: { x: 60, y: 300 } }] });
    await run('runSequence', { file: 'nested.sequence.json', session });
    await fixture.pages.waitFor(({ type, x }) => type === 'click' && x === 60);
  });

  it('is recorded from what is clicked in one session, and opened as a file that is not saved yet', async () => {
    const [session, other] = [await fixture.openSession('/plain'), await fixture.openSession('/plain')];
    await run('recordSequence', { session });
    await run('click', { session, click: '10, 300' });
    await run('click', { session: other, click: '20, 300' });
    await run('click', { session, click: '30, 300 right +shift' });
    await run('stopRecording');
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document?.isUntitled && document.isDirty);
    assert.equal(path.posix.basename(document.uri.path), 'recorded.sequence.json');
    const { steps }: { steps: { wait?: number }[] } = JSON.parse(document.getText());
    assert.deepEqual(
      steps.filter(({ wait }) => wait === undefined),
      [{ click: { x: 10, y: 300 } }, { click: { x: 30, y: 300 }, button: 'right', hold: ['Shift'] }],
    );
    for (const { wait = 0 } of steps) assert.equal(wait % 50, 0);
  });

  it('runs what was recorded, before it is saved', async () => {
    const session = await fixture.openSession('/plain');
    await run('recordSequence', { session });
    await run('click', { session, click: '70, 300' });
    await run('stopRecording');
    fixture.pages.clear();
    await run('runSequence', { session });
    await fixture.pages.waitFor(({ type, x }) => type === 'click' && x === 70);
  });

  it('is taken out of a report, and opened as a file that is not saved yet', async () => {
    const { t, localize } = new Localizer((template) => template);
    const page = reportPage(sampleReport(), { t, localize, language: 'en' });
    await run('openSequenceOfReport', await write('shop.report.html', page));
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document?.isUntitled && document.isDirty);
    assert.equal(path.posix.basename(document.uri.path), 'shop.sequence.json');
    const { steps }: { steps: unknown[] } = JSON.parse(document.getText());
    assert.deepEqual(steps.slice(2), [{ expect: { text: 'Welcome back' } }, { click: { x: 100, y: 700 } }]);
  });
});
