import assert from 'node:assert/strict';
import { gatedPath } from '../../../../src/app/report/gated-path';
import { SecretsGate } from '../../../../src/app/report/secrets-gate';
import type { PlayedStep } from '../../../../src/core/sequence';

describe('The steps of a report', () => {
  it('have the frame that they name, without secrets in it', () => {
    const known = { redact: String, service: '', addresses: [], texts: ['hunter 33'], session: 's' };
    const gate = new SecretsGate(known);
    const steps = [step('https://pay.example'), step('https://ada:lovelace1815@pay.example'), step('hunter 33')];
    assert.deepEqual(gatedPath({ name: 'pay', steps, results: [] }, gate, false).steps, [
      step('https://pay.example'),
      step('https://[removed]@pay.example'),
      step('[removed]'),
    ]);
  });
});

function step(frame: string): PlayedStep {
  return { kind: 'type', text: '42', into: { role: 'textbox', name: 'Card', frame }, timeout: 0 };
}
