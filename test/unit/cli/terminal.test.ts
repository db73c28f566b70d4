import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { message } from '../../../src/core/message';
import { Terminal } from '../../../src/cli/terminal';

const COMMAND = '::set-output name=release::evil ##vso[task.setvariable variable=a]b';

/** What is written to it. */
class Kept extends Writable {
  readonly columns = 80;
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
      terminal.printJson({ [COMMAND]: [COMMAND] });
      terminal.printJsonLine(COMMAND);
      const lines = (out.text + err.text).replaceAll(/\p{Cc}\[[\d;]*[mK]/gu, '').split(/[\r\n]+/);
      assert.ok(lines.length > 10);
      for (const line of lines) {
        assert.doesNotMatch(line, /^\s*::/);
        assert.doesNotMatch(line, /##\w*\[/);
      }
    });
});
