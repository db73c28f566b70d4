export default defineContentScript({
  matches: ['https://*/*'],
  async main() {
    const count: number = await browser.runtime.sendMessage('visit');
    const badge = document.createElement('aside');
    badge.textContent = `Visit ${count} to ${location.hostname}`;
    document.body.append(badge);
  },
});
