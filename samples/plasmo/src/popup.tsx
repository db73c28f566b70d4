import type { Visits } from './visits';

const list = document.querySelector('ul');

async function show(): Promise<void> {
  const { visits = {} } = await chrome.storage.local.get<{ visits?: Visits }>('visits');
  const lines = Object.entries(visits).map(([site, count]) => `${site}: ${count}`);
  list?.replaceChildren(
    ...(lines.length > 0 ? lines : ['No visits yet']).map((line) => {
      const item = document.createElement('li');
      item.textContent = line;
      return item;
    }),
  );
}

document.querySelector('button')?.addEventListener('click', () => {
  void chrome.storage.local.set({ visits: {} }).then(show);
});
void show();
