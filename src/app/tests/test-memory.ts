import { asFlag, asNumber, asRecord } from '../../core/json';
import type { KeyValue } from '../../state';
import type { RememberedTest, TestResult } from './test-results';

/** Tests that are remembered of a folder: the newest. */
const MAX_TESTS = 2000;

/** How long the tests of a folder took, and which failed, the last time that each was run. */
export class TestMemory {
  private readonly key: string;

  constructor(
    private readonly storage: KeyValue,
    folder: string,
  ) {
    this.key = `tests:${folder}`;
  }

  /** @param id of a test. */
  get(id: string): RememberedTest | undefined {
    const { took, failed } = asRecord(this.all()[id]);
    const milliseconds = asNumber(took);
    return milliseconds === undefined ? undefined : { took: milliseconds, failed: asFlag(failed) ?? false };
  }

  async remember(results: readonly TestResult[]): Promise<void> {
    const all = new Map(Object.entries(this.all()));
    for (const { test, outcome, took, attempts } of results) {
      if (outcome === 'skipped' || outcome === 'canceled') continue;
      all.delete(test.id);
      all.set(test.id, { took: Math.round(took / Math.max(1, attempts.length)), failed: outcome === 'failed' });
    }
    await this.storage.update(this.key, Object.fromEntries([...all].slice(-MAX_TESTS)));
  }

  private all(): Record<string, unknown> {
    return asRecord(this.storage.get(this.key));
  }
}
