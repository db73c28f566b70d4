import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { message } from '../../../src/core/message';
import { Terminal } from '../../../src/cli/terminal';

const COMMAND = '::set-output name=release::evil ##vso[task.setvariable variable=a]b';

/** What is written to it. */
class Kept extends Writable {
  readonly columns = 80;
  readonly rows = 24;
  text = '';

  constructor(readonly isTTY: boolean) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.text += chunk;
    done();
  }
}

describe('The terminal of the command line', () => {
  for (const isTTY of [false, true])
    it(`gives no command to a CI job by any of its ways, ${isTTY ? 'read by a person' : 'in a pipe'}`, () => {
      const [out, err] = [new Kept(isTTY), new Kept(isTTY)];
      const terminal = new Terminal(out, err, {});
      terminal.print(COMMAND);
      terminal.print(`${terminal.style('bold', COMMAND)}: 1`);
      terminal.print(`a\n${COMMAND}`);
      terminal.say(message('{0} it says', COMMAND));
      terminal.note(message('{0} it says', COMMAND), 'yellow');
      terminal.noteLine(COMMAND);
      terminal.progress(message('{0}…', COMMAND));
      terminal.endProgress();
      terminal.live([COMMAND, `  ${COMMAND}`]);
      terminal.printJson({ [COMMAND]: [COMMAND] });
      terminal.printJsonLine(COMMAND);
      const lines = (out.text + err.text).replaceAll(/\p{Cc}\[\??[\d;]*[a-z]/giu, '').split(/[\r\n]+/);
      assert.ok(lines.length > 10);
      for (const line of lines) {
        assert.doesNotMatch(line, /^\s*::/);
        assert.doesNotMatch(line, /##\w*\[/);
      }
    });

  it('gives one command for an annotation', () => {
    const [out, err] = [new Kept(false), new Kept(false)];
    new Terminal(out, err, {}).annotate({ file: COMMAND, line: 1, column: 2, title: COMMAND, text: `\n${COMMAND}` });
    const lines = err.text.split('\n');
    assert.deepEqual([lines.length, lines[1], out.text], [2, '', '']);
    assert.match(lines[0] ?? '', /^::error file=[^:,]*,line=1,col=2,title=[^:,]*::/);
  });

  it('takes away what it showed of several lines, and shows no more than fit', () => {
    const err = new Kept(true);
    const terminal = new Terminal(new Kept(true), err, {});
    terminal.live(Array.from({ length: 100 }, (_, index) => `${index} ${'wide '.repeat(50)}`));
    const shown = err.text.split('\n');
    assert.equal(shown.length, err.rows - 1);
    for (const line of shown) assert.ok(line.replaceAll(/\r|\p{Cc}\[\??[\d;]*[a-z]/giu, '').length < err.columns);
    err.text = '';
    terminal.endProgress();
    assert.equal(err.text, `\u001B[${shown.length - 1}A\r\u001B[J`);
    err.text = '';
    terminal.endProgress();
    assert.equal(err.text, '');
    // One that can't move its cursor has one line.
    const dumb = new Kept(true);
    new Terminal(new Kept(true), dumb, { TERM: 'dumb' }).live(['first', 'second']);
    assert.doesNotMatch(dumb.text, /second|\?7l/);
  });
});
