import assert from 'node:assert/strict';
import type { RunStep } from '../../src/app/upload/ports';

const { signal } = new AbortController();

/** For an upload that must not ask anything. */
export const NO_QUESTION = {
  session: () => assert.fail('asked for a session'),
  name: () => assert.fail('asked for a name'),
  secrets: () => assert.fail('asked about secrets'),
  production: () => assert.fail('asked about production'),
};

/** Runs each step without showing it. */
export const run: RunStep = (_step, work) => work(signal, () => {});
