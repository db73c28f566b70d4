import assert from 'node:assert/strict';
import type { UploadDependencies } from '../../src/app/upload/dependencies';
import type { RunStep } from '../../src/app/upload/ports';
import { inspectExtension } from '../../src/packaging';
import { AllowedSecrets } from '../../src/state';
import { storage } from './storage';

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

/** What an upload needs: a service with what is remembered of it, and the usual settings where none are given. */
export function uploadSettings<Destination>(
  destination: Destination,
  more: Partial<UploadDependencies<Destination>> = {},
): UploadDependencies<Destination> {
  return {
    inspect: async (folder, stop) => inspectExtension(folder, {}, stop),
    serialize: (work) => work(),
    allowedSecrets: new AllowedSecrets(storage()),
    reloadPages: true,
    limits: { zipBytes: 50_000_000, extensions: 20 },
    connect: async () => destination,
    ...more,
  };
}
