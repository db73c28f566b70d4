import assert from 'node:assert/strict';
import { redactedPath } from '../../../../src/app/report/redacted-path';
import { Redactor } from '../../../../src/app/report/redactor';
import type { PlayedStep } from '../../../../src/core/sequence';

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
});

function step(frame: string): PlayedStep {
  return { kind: 'type', text: '42', into: { role: 'textbox', name: 'Card', frame }, timeout: 0 };
}
