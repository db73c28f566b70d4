/** Characters. No page of the store has a longer address. */
const MAX_LENGTH = 2000;
const ID = /^[a-p]{32}$/;

/**
 * The address of an extension's page in the Chrome Web Store.
 * @param entered such an address, at its present or its former place, or the ID of the extension alone.
 * @returns without query and fragment; undefined if it is neither.
 */
export function storeAddress(entered: string): string | undefined {
  const text = entered.trim();
  if (ID.test(text)) return `https://chromewebstore.google.com/detail/${text}`;
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return undefined;
  const { origin, pathname, username, password } = new URL(text);
  const folder = FOLDERS.get(origin);
  if (folder === undefined || username || password || !pathname.startsWith(folder)) return undefined;
  const [id = '', ...slug] = pathname.slice(folder.length).replace(/\/$/, '').split('/').toReversed();
  return ID.test(id) && slug.length <= 1 ? `${origin}${folder}${[...slug, id].join('/')}` : undefined;
}

/** Where the store has its pages of extensions. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['https://chromewebstore.google.com', '/detail/'],
  ['https://chrome.google.com', '/webstore/detail/'],
]);
