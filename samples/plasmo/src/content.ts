import type { PlasmoCSConfig } from 'plasmo';

export const config: PlasmoCSConfig = { matches: ['https://*/*'] };

async function show(): Promise<void> {
  const count: number = await chrome.runtime.sendMessage('visit');
  const badge = document.createElement('aside');
  badge.textContent = `Visit ${count} to ${location.hostname}`;
  document.body.append(badge);
}

void show();
