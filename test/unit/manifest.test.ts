import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commandId, COMMANDS, DEFAULTS, SECTION } from '../../src/ui/editor/contributed';

const manifest = readFileSync('package.json', 'utf8');
const texts: Record<string, string> = JSON.parse(readFileSync('package.nls.json', 'utf8'));
const placeholders = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? '');

interface Uses {
  readonly command?: string;
  readonly submenu?: string;
}

interface Contributes {
  readonly configuration: {
    readonly properties: Record<string, { readonly scope?: string; readonly default?: unknown }>;
  };
  readonly commands: { readonly command: string }[];
  readonly submenus: { readonly id: string }[];
  readonly menus: Record<string, Uses[]>;
  readonly keybindings: Uses[];
  readonly viewsWelcome: { readonly view: string; readonly contents: string; readonly when?: string }[];
}

const { contributes }: { contributes: Contributes } = JSON.parse(manifest);

describe('package.json', () => {
  it('takes every text from package.nls.json, which has no other', () => {
    assert.deepEqual([...new Set(placeholders)].toSorted(), Object.keys(texts).toSorted());
  });

  it('has every title, name and description there', () => {
    const plain = [...manifest.matchAll(/"(title|label|markdownDescription|contents)": "([^"]*)"/g)].filter(
      ([, , value]) => !value?.startsWith('%'),
    );
    assert.deepEqual(plain, []);
  });

  it('points every menu and key at a command or a submenu that it has', () => {
    const has = new Set([
      ...contributes.commands.map(({ command }) => command),
      ...contributes.submenus.map(({ id }) => id),
    ]);
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
    assert.deepEqual(
      used.filter(({ command = '', submenu = command }) => !has.has(submenu)),
      [],
    );
    assert.deepEqual(
      contributes.submenus.filter(({ id }) => !contributes.menus[id]),
      [],
    );
  });

  it('has the commands and settings that the code knows, with the same defaults', () => {
    assert.deepEqual(COMMANDS.map(commandId).toSorted(), contributes.commands.map(({ command }) => command).toSorted());
    const { 'browserSessions.connections': _connections, ...properties } = contributes.configuration.properties;
    assert.deepEqual(
      Object.fromEntries(Object.entries(properties).map(([name, { default: usual }]) => [name, usual])),
      Object.fromEntries(Object.entries(DEFAULTS).map(([name, usual]) => [`${SECTION}.${name}`, usual])),
    );
  });

  it('links only to commands that it has', () => {
    const linked = Object.values(texts).flatMap((text) => [...text.matchAll(/command:([\w.]+)/g)].map(([, id]) => id));
    assert.ok(linked.length > 20);
    assert.deepEqual(
      linked.filter((id) => !contributes.commands.some(({ command }) => command === id)),
      [],
    );
  });

  it('has in the menu of every folder the upload and one submenu, and the rest in that', () => {
    assert.deepEqual(
      contributes.menus['explorer/context']?.map(({ command, submenu }) => command ?? submenu),
      ['browserSessions.uploadFolder', 'browserSessions.explorer'],
    );
    const inside = contributes.menus['browserSessions.explorer']?.map(({ command }) => command);
    assert.deepEqual(
      inside,
      ['preview', 'checkWithChromium', 'explainInclusion'].map((name) => `browserSessions.${name}`),
    );
  });

  const answers = ['unasked', 'asking', 'listed', 'notOffered', 'unreachable', 'rejected', 'forbidden', 'failed'];
  const states = ['none', 'wrong', 'noToken', 'localStopped', 'ready'].flatMap((connection) =>
    answers.map((list) => ({ connection, list })),
  );
  for (const view of ['sessions', 'pools', 'extensions']) {
    /** What the view shows when it is empty. Only conditions of the form `a == b && …` are evaluated. */
    const said = ({ connection, list }: (typeof states)[number]): string[] => {
      const known: Record<string, string> = {
        'browserSessions.connection': connection,
        [`browserSessions.list.${view}`]: list,
      };
      const holds = (condition = ''): boolean =>
        condition.split(' && ').every((term) =>
          term
            .split(' == ')
            .map((side) => known[side] ?? side)
            .every((side, _, [first]) => side === first),
        );
      return contributes.viewsWelcome
        .filter((each) => each.view === `browserSessions.${view}` && holds(each.when))
        .map(({ contents }) => texts[contents.replaceAll('%', '')] ?? '');
    };

    it(`lets the view ${view} say one thing in each state, and that there is nothing only where the service has said so`, () => {
      for (const state of states) {
        const [text, ...others] = said(state);
        assert.deepEqual(others, [], `${JSON.stringify(state)}: ${text}`);
        assert.ok(text, JSON.stringify(state));
        assert.equal(
          /^(No \w+ (are running|found)|The catalog is empty)\b/.test(text),
          state.connection === 'ready' && state.list === 'listed',
          `${JSON.stringify(state)}: ${text}`,
        );
      }
    });
  }

  it('lets no workspace choose an address, a program, or anything but what goes in', () => {
    const { properties }: { properties: Record<string, { scope?: string }> } =
      JSON.parse(manifest).contributes.configuration;
    const ofWorkspace = Object.entries(properties).filter(
      ([, { scope }]) => scope !== 'application' && scope !== 'machine',
    );
    assert.deepEqual(
      ofWorkspace.map(([name]) => name),
      ['browserSessions.sourceMaps', 'browserSessions.reloadPages'],
    );
  });
});
