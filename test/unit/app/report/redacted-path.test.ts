import assert from 'node:assert/strict';
import { redactedPath, secretsTyped } from '../../../../src/app/report/redacted-path';
import { Redactor } from '../../../../src/app/report/redactor';
import type { ResolvedStep } from '../../../../src/core/steps';

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
});

function step(frame: string): ResolvedStep {
  return { kind: 'type', text: '42', into: { role: 'textbox', name: 'Card', frame }, timeout: 0 };
}

function press(key: string): ResolvedStep {
  return { kind: 'press', key };
}
