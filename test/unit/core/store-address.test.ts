import assert from 'node:assert/strict';
import { storeAddress } from '../../../src/core/store-address';

const ID = 'abcdefghijklmnopabcdefghijklmnop';

describe('The address of an extension in the Chrome Web Store', () => {
  for (const [entered, expected] of [
    [`https://chromewebstore.google.com/detail/some-extension/${ID}`],
    [`https://chromewebstore.google.com/detail/${ID}`],
    [`https://chrome.google.com/webstore/detail/some-extension/${ID}`],
    [`https://chromewebstore.google.com/detail/%E6%97%A5/${ID}`],
    [
      `  https://chromewebstore.google.com/detail/x/${ID}/?hl=de#reviews `,
      `https://chromewebstore.google.com/detail/x/${ID}`,
    ],
    [ID, `https://chromewebstore.google.com/detail/${ID}`],
  ] as const)
    it(`is read from ${entered}`, () => assert.equal(storeAddress(entered), expected ?? entered));

  for (const entered of [
    '',
    'some-extension',
    ID.slice(1),
    ID.toUpperCase(),
    ID.replace('a', 'q'),
    `http://chromewebstore.google.com/detail/x/${ID}`,
    `https://chromewebstore.google.com.example/detail/x/${ID}`,
    `https://user:secret@chromewebstore.google.com/detail/x/${ID}`,
    `https://chromewebstore.google.com:8443/detail/x/${ID}`,
    `https://chromewebstore.google.com/category/x/${ID}`,
    `https://chromewebstore.google.com/detail/x/y/${ID}`,
    `https://chromewebstore.google.com/detail/x/${ID}/reviews`,
    `https://chrome.google.com/detail/x/${ID}`,
    `https://chromewebstore.google.com/detail/${'x'.repeat(3000)}/${ID}`,
  ])
    it(`is not read from ${entered.slice(0, 90) || 'nothing'}`, () => assert.equal(storeAddress(entered), undefined));
});
