import { fromVersion1, withVisit, type Visits } from '../utils/visits';

async function storedVisits(): Promise<Visits> {
  const { visits } = await browser.storage.local.get<{ visits?: Visits }>('visits');
  return visits ?? {};
}

async function countVisit(site: string): Promise<number> {
  const visits = withVisit(await storedVisits(), site);
  await browser.storage.local.set({ visits });
  console.log(`${site} was visited.`);
  return visits[site] ?? 0;
}

async function migrate(): Promise<void> {
  const { count } = await browser.storage.local.get<{ count?: number }>('count');
  if (count === undefined) return;
  await browser.storage.local.set({ visits: fromVersion1(count) });
  await browser.storage.local.remove('count');
}

export default defineBackground(() => {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'update') void migrate();
  });

  browser.runtime.onMessage.addListener((message, { url }, respond) => {
    if (message !== 'visit' || url === undefined) return false;
    void countVisit(new URL(url).hostname).then(respond);
    return true; // It responds later.
  });
});
