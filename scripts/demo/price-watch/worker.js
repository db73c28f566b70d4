chrome.runtime.onMessage.addListener((offers, { tab }) => {
  const names = offers.map(({ name }) => name);
  const text = `${names.length}`;
  chrome.action.setBadgeText({ text, tabId: tab.id });
  chrome.storage.local.set({ offers });
  console.log('Found', names.join(' and '));
});
