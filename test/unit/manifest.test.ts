import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const manifest = readFileSync('package.json', 'utf8');
const texts: Record<string, string> = JSON.parse(readFileSync('package.nls.json', 'utf8'));
const placeholders = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? '');

interface Uses {
  readonly command: string;
}

describe('package.json', () => {
  it('takes every text from package.nls.json, which has no other', () => {
    assert.deepEqual([...new Set(placeholders)].toSorted(), Object.keys(texts).toSorted());
  });

  it('has every title, name and description there', () => {
    const plain = [...manifest.matchAll(/"(title|markdownDescription|contents)": "([^"]*)"/g)].filter(([, , value]) => !value?.startsWith('%'));
    assert.deepEqual(plain, []);
  });

  it('points every menu and key at a command that it has', () => {
    const { contributes }: { contributes: { commands: Uses[]; menus: Record<string, Uses[]>; keybindings: Uses[] } } = JSON.parse(manifest);
    const commands = new Set(contributes.commands.map(({ command }) => command));
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
    assert.deepEqual(used.filter(({ command }) => !commands.has(command)), []);
  });

  it('lets no workspace choose an address, a program, or anything but what goes in', () => {
    const { properties }: { properties: Record<string, { scope?: string }> } = JSON.parse(manifest).contributes.configuration;
    const ofWorkspace = Object.entries(properties).filter(([, { scope }]) => scope !== 'application' && scope !== 'machine');
    assert.deepEqual(ofWorkspace.map(([name]) => name), ['browserSessions.sourceMaps']);
  });
});
