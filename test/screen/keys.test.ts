import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { BUTTON_AT } from '../support/pages';
import { until } from '../support/until';
import { THEMES, useFixtureScreen } from '../support/bare-screen';

describe('The keyboard and the focus in the screen of a session', () => {
  const { fixture, screen, open } = useFixtureScreen();
  const part = (id: string): Locator => screen.part(id);

  /** The page with a text box, which has the focus, and keys are sent. */
  async function openControlled(name: string): Promise<void> {
    await open(name, '/input');
    await screen.pointAt({ x: 150, y: 150 });
    await fixture.pages.waitFor(({ type }) => type === 'click');
    await part('control').click();
    await screen.focused('#keyboard');
  }

  /** What the text box of the session has had in it, one after the other. */
  const typed = (): string[] =>
    fixture.pages.events().flatMap(({ type, value }) => (type === 'input' && value !== undefined ? [value] : []));

  it('sends what an input method makes of several keys, and nothing of what leads there', async () => {
    await openControlled('composes');
    const cdp = await screen.outer.context().newCDPSession(screen.outer);
    const compose = (text: string): Promise<unknown> =>
      cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    for (const text of ['n', 'に', 'にほ', 'にほん']) await compose(text);
    await screen.content.locator('#keyboard.composing').waitFor();
    await screen.screenshot('screen-composing');
    await cdp.send('Input.insertText', { text: '日本' });
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === '日本');
    await screen.content.locator('#keyboard:not(.composing)').waitFor();
    // One that is given up, and one that goes on with the next syllable at once.
    await compose('x');
    await compose('');
    for (const text of ['ㅎ', '하', '한']) await compose(text);
    await cdp.send('Input.insertText', { text: '한' });
    await compose('ㄱ');
    await cdp.send('Input.insertText', { text: '그' });
    await screen.outer.keyboard.type('!');
    await fixture.pages.waitFor(({ type, value }) => type === 'input' && value === '日本한그!');
    assert.ok(
      typed().every((value) => '日本한그!'.startsWith(value)),
      typed().join(' '),
    );
    await cdp.detach();
    await screen.outer.keyboard.press('Escape');
    await screen.focused('#stage');
    await part('keyboard').waitFor({ state: 'hidden' });
  });

  it('stops sending keys by Escape wherever the focus is, and does nothing else then', async () => {
    await open('escapes', '/input');
    const { keyboard } = screen.outer;
    await part('stage').focus();
    await keyboard.press('ArrowLeft');
    await part('loupe').waitFor();
    await part('control').click();
    await screen.focused('#keyboard');
    await keyboard.press('Escape');
    await part('hint').waitFor({ state: 'hidden' });
    await screen.focused('#stage');
    await part('loupe').waitFor();
    await part('control').click();
    await part('zoom').focus();
    await keyboard.press('Escape');
    await part('hint').waitFor({ state: 'hidden' });
    await screen.focused('#zoom');
    assert.ok(!fixture.pages.events().some(({ type }) => type === 'keydown'));
  });

  it('leaves the focus on nothing that disappears, and says once that the session has ended', async () => {
    const id = await open('focus', '/button');
    await part('clickByName').focus();
    await screen.focused('#clickByName');
    await fixture.ask('DELETE', `/browsers/${id}`);
    await part('spoken').filter({ hasText: 'This session has ended.' }).waitFor({ state: 'attached' });
    await screen.focused('#stage');
  });

  it('gives the focus back to the picture when the session ends while keys are sent', async () => {
    const id = await open('control ends', '/input');
    await part('control').click();
    await screen.focused('#keyboard');
    await fixture.ask('DELETE', `/browsers/${id}`);
    await screen.notice('This session has ended.').waitFor();
    await screen.focused('#stage');
  });

  it('says that the session has ended, keeps its last picture, and offers nothing that cannot be done', async () => {
    const id = await open('ends', '/button');
    await screen.pointAt(BUTTON_AT);
    await part('result').filter({ hasText: 'Clicked at' }).waitFor();
    await fixture.ask('DELETE', `/browsers/${id}`);
    await screen.notice('This session has ended.').waitFor();
    await part('picture').waitFor();
    for (const each of ['toolbar', 'address', 'bar', 'mark']) await part(each).waitFor({ state: 'hidden' });
    assert.equal(await part('result').textContent(), '');
    await screen.screenshot('screen-7-ended');
    assert.deepEqual(await screen.violations(), []);
    await part('notice-save').click();
    await until('the last picture is saved', () => screen.saved.length === 1);
    await part('notice-other').filter({ hasText: 'Save Report…' }).click();
    await part('notice-remedy').filter({ hasText: 'New Session' }).click();
    await until('both are asked for', () => screen.commands.join(' ') === 'saveReport newSession');
  });

  it('shows who works in the session and what is recorded, and stops both', async () => {
    await open('worked in', '/button');
    screen.runs({ agents: ['Claude Code'], recorded: undefined });
    await part('agents-text').filter({ hasText: 'Claude Code is working here' }).waitFor();
    for (const theme of THEMES) {
      await screen.changeTheme(theme);
      await part('agents').waitFor();
      await screen.screenshot(`screen-agent-${theme}`);
      assert.deepEqual(await screen.violations(), [], theme);
    }
    await part('stopAgents').click();
    screen.runs({ agents: [], recorded: 3 });
    await part('agents').waitFor({ state: 'hidden' });
    await part('recording-text').filter({ hasText: 'Recording: 3 steps' }).waitFor();
    await screen.screenshot('screen-recorded');
    await part('addExpectation').click();
    await screen.outer.setViewportSize({ width: 300, height: 700 });
    screen.runs({ agents: ['Claude Code', 'Probe'], recorded: 1 });
    await part('agents').waitFor();
    await screen.screenshot('screen-worked-in-narrow');
    await part('stopRecording').click();
    await until('all is asked for', () => screen.commands.join(' ') === 'stopAgents addExpectation stopRecording');
  });
});
