import assert from 'node:assert/strict';
import { openedBy } from '../../../../src/app/report/played-path';

describe('What the steps of a report open', () => {
  it('is told by its host, whatever the rest of its address says, and once', () => {
    const opened = openedBy(
      [
        'options',
        'https://shop.example.com:pw@other.example/shop.example.com',
        'https:/other.example/again',
        'HTTPS://other.example\\@shop.example.com',
        'javascript:alert(1)',
      ].map((page) => ({ kind: 'open', page })),
    );
    assert.deepEqual(opened, ['options', 'other.example', 'javascript:alert(1)']);
  });
});
