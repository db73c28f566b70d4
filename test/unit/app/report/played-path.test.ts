import assert from 'node:assert/strict';
import { Localizer } from '../../../../src/core/localizer';
import { listOf } from '../../../../src/core/message';
import type { ElementName } from '../../../../src/core/element-name';
import { framesIn, openedBy } from '../../../../src/app/report/played-path';

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
    assert.deepEqual(opened, ['other.example', 'options', 'javascript:alert(1)']);
  });

  it('is asked about with nothing left out in silence, however much a report puts before it', () => {
    const own = Array.from({ length: 20 }, (_, index) => `page-${index}.html`);
    const known = Array.from({ length: 9 }, (_, index) => `https://${'known.'.repeat(20)}${index}.example/`);
    const long = `https://bank.example.${'a'.repeat(60)}.${'b'.repeat(60)}.other.example/`;
    const steps = [...own, ...known, long].map((page) => ({ kind: 'open', page }) as const);
    const asked = new Localizer((template) => template).localize(listOf(openedBy(steps)));
    for (let index = 0; index < known.length; index++) assert.ok(asked.includes(`known.${index}.example`), asked);
    assert.match(asked, /b\.other\.example, and 20 more$/);
    assert.ok(!asked.includes('bank.example'));
  });
});

describe('The frames that the steps of a report use', () => {
  it('are told once, if something is clicked or typed there', () => {
    assert.deepEqual(
      framesIn([
        { kind: 'named', target: inFrame(), click: {}, timeout: 0 },
        { kind: 'named', target: inFrame('https://a.example'), click: {}, timeout: 0 },
        { kind: 'type', text: 'x', into: inFrame('https://b.example'), timeout: 0 },
        { kind: 'type', text: 'x', into: inFrame('https://a.example'), timeout: 0 },
        { kind: 'type', text: 'x', into: undefined, timeout: 0 },
        { kind: 'expect', condition: { kind: 'visible', target: inFrame('https://c.example') }, timeout: 0 },
      ]),
      ['https://a.example', 'https://b.example'],
    );
  });
});

function inFrame(frame?: string): ElementName {
  return { role: 'textbox', name: 'Card', ...(frame !== undefined && { frame }) };
}
