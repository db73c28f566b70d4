import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { PageSearch, type SearchResult } from '../../../src/devtools/screen/page-search';

/** Lets a time pass, and what is done in it be done. */
async function pass(seconds: number): Promise<void> {
  for (let tick = 0; tick < seconds * 4; tick++) {
    mock.timers.tick(250);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('The search for the page in front', () => {
  let found: SearchResult;
  /** Seconds, by the clock of the test, at which it was searched for. */
  let times: number[];
  let search: PageSearch;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
    times = [];
    search = new PageSearch(async () => {
      times.push(Date.now() / 1000);
      return found;
    });
  });
  afterEach(() => {
    search.end();
    mock.timers.reset();
  });

  it('is repeated while a page is busy, less and less often, and does not end while there is nothing to show', async () => {
    found = { isFound: false, isSure: false };
    await search.now();
    await pass(60);
    assert.deepEqual(times, [0, 1.25, 3.5, 8.75, 24, 39.25, 54.5]);
    found = { isFound: true, isSure: true };
    await pass(60);
    assert.deepEqual(times.slice(7), [69.75]);
  });

  it('is repeated only so often if another page is shown', async () => {
    found = { isFound: true, isSure: false };
    await search.now();
    await pass(120);
    assert.deepEqual(times, [0, 1.25, 3.5, 8.75, 24]);
  });

  it('is not repeated when all pages have told, until something changes', async () => {
    found = { isFound: true, isSure: true };
    await search.now();
    await pass(60);
    search.soon();
    search.soon();
    await pass(60);
    assert.deepEqual(times, [0, 60.25]);
  });
});
