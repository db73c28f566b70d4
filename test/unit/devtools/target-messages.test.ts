import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileAddresses } from '../../../src/devtools/debug/file-addresses';
import { TargetMessages } from '../../../src/devtools/debug/target-messages';

const ID = 'abcdefghijklmnopabcdefghijklmnop';
const FOLDER = path.resolve('/extension');

describe('The messages of a debugged target', () => {
  it('set breakpoints in files that came after it was attached to', () => {
    const files = ['content.js'];
    const messages = new TargetMessages(ID, new FileAddresses(ID, FOLDER), () => files);
    const patternOf = (file: string): string => {
      const urlRegex = pathToFileURL(path.join(FOLDER, file)).href.replaceAll('.', String.raw`\.`);
      const call = messages.call('Debugger.setBreakpointByUrl', { urlRegex, lineNumber: 1 });
      assert.ok('params' in call);
      return String(call.params['urlRegex']);
    };
    const address = `chrome-extension://${ID}/extra.js`;
    assert.doesNotMatch(address, new RegExp(patternOf('extra.js')));
    files.push('extra.js');
    assert.match(address, new RegExp(patternOf('extra.js')));
    assert.doesNotMatch(`chrome-extension://${ID}/content.js`, new RegExp(patternOf('extra.js')));
  });

  it('name a context by the one name that the method knows', () => {
    const messages = new TargetMessages(ID, new FileAddresses(ID, FOLDER), () => []);
    const context = { id: 7, origin: `chrome-extension://${ID}`, uniqueId: 'seven' };
    messages.event({ method: 'Runtime.executionContextCreated', params: { context }, targetSession: undefined });
    const evaluate = messages.call('Runtime.evaluate', { expression: 'own', executionContextId: 7 });
    assert.deepEqual(evaluate, { params: { expression: 'own', contextId: 7 } });
    const compile = messages.call('Runtime.compileScript', { expression: 'own', contextId: 7, executionContextId: 1 });
    assert.deepEqual(compile, { refusal: 'Cannot find context with specified id' });
    const call = messages.call('Runtime.callFunctionOn', { functionDeclaration: '() => own', contextId: 7 });
    assert.deepEqual(call, { params: { functionDeclaration: '() => own' } });
  });
});
