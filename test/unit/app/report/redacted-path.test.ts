import assert from 'node:assert/strict';
import { redactedPath, secretsTyped } from '../../../../src/app/report/redacted-path';
import { Redactor } from '../../../../src/app/report/redactor';
import { readSequence } from '../../../../src/core/sequence';
import { stepFields, type ResolvedStep } from '../../../../src/core/steps';

describe('The steps of a report', () => {
  it('have the frame that they name, without secrets in it', () => {
    const known = { redact: String, service: '', addresses: [], texts: ['hunter 33'], session: 's' };
    const redactor = new Redactor(known);
    const steps = [step('https://pay.example'), step('https://ada:lovelace1815@pay.example'), step('hunter 33')];
    assert.deepEqual(redactedPath({ name: 'pay', steps, results: [] }, redactor, false).steps, [
      step('https://pay.example'),
      step('https://[removed]@pay.example'),
      step('[removed]'),
    ]);
  });

  it('have a secret as one that is pressed key by key', () => {
    const password: ResolvedStep = {
      kind: 'named',
      target: { role: 'textbox', name: 'Password' },
      click: {},
      timeout: 0,
    };
    const steps = [press('x'), password, ...['a', 'b', 'c', 'Shift+R', '+'].map(press), press('Enter'), press('2')];
    assert.deepEqual(secretsTyped([...steps, { kind: 'type', text: 'abc', into: undefined, timeout: 0 }]), [
      'abcR+',
      '2',
      'abc',
    ]);
  });

  it('have nothing of what they answer or store but the names', () => {
    const known = { redact: String, service: '', addresses: [], texts: [], session: 's' };
    const read = readSequence({
      steps: [
        { mock: { url: 'https://a/*', headers: { 'x-a': 'a1b2' }, json: { price: 'a1b2' } } },
        { mock: { url: 'https://a/*', abort: true } },
        { storage: { local: { name: 'a1b2', count: 3 }, sync: null } },
      ],
    });
    assert.ok('steps' in read);
    const steps = read.steps.filter((each) => each.kind !== 'point');
    const told = redactedPath({ name: 'a', steps, results: [] }, new Redactor(known), false).steps.map(stepFields);
    assert.doesNotMatch(JSON.stringify(told), /a1b2|3/);
    assert.deepEqual(told.slice(1), [
      { mock: { url: 'https://a/*', abort: true } },
      { storage: { local: { name: '[removed]', count: '[removed]' }, sync: null } },
    ]);
  });
});

function step(frame: string): ResolvedStep {
  return { kind: 'type', text: '42', into: { role: 'textbox', name: 'Card', frame }, timeout: 0 };
}

function press(key: string): ResolvedStep {
  return { kind: 'press', key };
}
