import type { SessionRecord } from '../../src/state';

/** Sessions whose IDs look like those of a service. */
export function manySessions(count: number): SessionRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${(index * 7919).toString(36).padStart(6, '0')}orfit78e1m2biiifpb`,
    pool: 'pool',
    viewport: { width: 1280, height: 800 },
    timeoutSeconds: 600,
    createdAt: Date.now(),
    ...(index % 3 === 0 && { name: `session ${index}` }),
  }));
}
