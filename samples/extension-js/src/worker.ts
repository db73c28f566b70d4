import { fromVersion1, withVisit, type Visits } from './visits';

async function storedVisits(): Promise<Visits> {
  const { visits } = await chrome.storage.local.get<{ visits?: Visits }>('visits');
  return visits ?? {};
}

async function countVisit(site: string): Promise<number> {
  const visits = withVisit(await storedVisits(), site);
  await chrome.storage.local.set({ visits });
  console.log(`${site} was visited.`);
  return visits[site] ?? 0;
}

async function migrate(): Promise<void> {
  const { count } = await chrome.storage.local.get<{ count?: number }>('count');
  if (count === undefined) return;
  await chrome.storage.local.set({ visits: fromVersion1(count) });
  await chrome.storage.local.remove('count');
}

chrome.runtime.onInstalled.addListener(({ reason }) => {
  if (reason === 'update') void migrate();
});

chrome.runtime.onMessage.addListener((message, { url }, respond) => {
  if (message !== 'visit' || url === undefined) return false;
  void countVisit(new URL(url).hostname).then(respond);
  return true; // It responds later.
});
