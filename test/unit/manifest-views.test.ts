import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { contributes, extension, texts } from './package-json';
import { WALKTHROUGH } from '../../src/ui/editor/contributed';

describe('package.json', () => {
  describe('has a walkthrough', () => {
    const steps = contributes.walkthroughs.flatMap((each) => each.steps);

    it('of five steps, under the name that the code knows', () => {
      assert.deepEqual(
        contributes.walkthroughs.map(({ id }) => `${extension.publisher}.${extension.name}#${id}`),
        [WALKTHROUGH],
      );
      assert.deepEqual(
        steps.map(({ id }) => id),
        ['connect', 'check', 'upload', 'click', 'test'],
      );
    });

    it('each step of which offers what it is about, as a button', () => {
      const buttons = steps.map(({ description }) =>
        [
          ...(texts[description.replaceAll('%', '')] ?? '').matchAll(/^\[[^\]]+\]\(command:([\w.]+)(?:\?%5B%5D)?\)$/gm),
        ].map(([, id]) => id),
      );
      assert.deepEqual(
        buttons,
        [['startLocalService'], ['checkWithChromium'], ['uploadFolder'], ['openScreen'], ['recordSequence']].map(
          (names) => names.map((each) => `browserSessions.${each}`),
        ),
      );
    });

    it('no button of which is shown with a key that works only in a list', () => {
      const ofLists = contributes.keybindings.filter(({ when }) => when?.includes('focusedView'));
      const described = steps.map(({ description }) => texts[description.replaceAll('%', '')]).join('\n');
      for (const { command } of ofLists)
        assert.doesNotMatch(described, new RegExp(`^\\[.+\\(command:${command}\\)$`, 'm'));
    });

    it('each step of which is done when it has happened: a command may be canceled', () => {
      const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(`src/${file}`, 'utf8'))
        .join('\n');
      for (const { id, completionEvents } of steps) {
        assert.ok(completionEvents.length > 0, id);
        for (const event of completionEvents) {
          const [, key] = /^onContext:browserSessions\.(\w+)( == \w+)?$/.exec(event) ?? [];
          assert.ok(key !== undefined && source.includes(`setContext('${key}', `), event);
        }
      }
    });

    it('whose pictures are those of the folder, light in light themes and dark in dark ones', () => {
      for (const { id, media } of steps) {
        const [light, dark] = [`media/walkthrough/${id}.png`, `media/walkthrough/${id}-dark.png`];
        assert.deepEqual(media.image, { light, dark, hc: dark, hcLight: light });
      }
      assert.deepEqual(
        [...new Set(steps.flatMap(({ media }) => Object.values(media.image)))].toSorted(),
        readdirSync('media/walkthrough')
          .map((file) => `media/walkthrough/${file}`)
          .toSorted(),
      );
    });
  });

  const answers = ['unasked', 'asking', 'listed', 'notOffered', 'unreachable', 'rejected', 'forbidden', 'failed'];
  /** `''`: nothing is known yet. */
  const states = ['', 'none', 'unset', 'wrong', 'noToken', 'localStopped', 'ready'].flatMap((connection) =>
    ['', ...answers].map((list) => ({ connection, list })),
  );
  for (const view of ['sessions', 'pools', 'extensions']) {
    /** What the view shows when it is empty. Only conditions of the form `a == b && !c || …` are evaluated. */
    const said = ({ connection, list }: (typeof states)[number]): string[] => {
      const known: Record<string, string> = {
        'browserSessions.connection': connection,
        [`browserSessions.list.${view}`]: list,
      };
      const isSo = (term: string): boolean => {
        const [key = '', value] = term.split(' == ');
        if (term.startsWith('!')) return !known[term.slice(1)];
        return value === undefined ? Boolean(known[key]) : known[key] === value;
      };
      const holds = (condition = ''): boolean =>
        condition === '' || condition.split(' || ').some((all) => all.split(' && ').every(isSo));
      return contributes.viewsWelcome
        .filter((each) => each.view === `browserSessions.${view}` && holds(each.when))
        .map(({ contents }) => texts[contents.replaceAll('%', '')] ?? '');
    };

    it(`lets the view ${view} say one thing in each state, and that there is nothing only where the service has said so`, () => {
      for (const state of states) {
        const [text, ...others] = said(state);
        assert.deepEqual(others, [], `${JSON.stringify(state)}: ${text}`);
        // What is missing is said once, in the view of the sessions; these two are hidden.
        if (view !== 'sessions' && state.connection !== 'ready') {
          assert.equal(text, undefined, JSON.stringify(state));
          continue;
        }
        // Then the view has a row that mends it, and says the reason above that; without the lists, the others are hidden.
        const isTrouble =
          ['unreachable', 'failed'].includes(state.list) || (view !== 'sessions' && state.list === 'notOffered');
        if (state.connection === 'wrong' || (state.connection === 'ready' && isTrouble)) {
          assert.equal(text, undefined, JSON.stringify(state));
          continue;
        }
        assert.ok(text, JSON.stringify(state));
        assert.equal(
          /^(No \w+ (are running|found)|The catalog is empty)\b/.test(text),
          state.connection === 'ready' && state.list === 'listed',
          `${JSON.stringify(state)}: ${text}`,
        );
      }
    });
  }

  it('has each view that asks the service only while it can be asked', () => {
    for (const view of ['pools', 'extensions'])
      assert.deepEqual(
        contributes.views.browserSessions.filter(({ name }) => name === `%views.${view}%`).map(({ when }) => when),
        [`browserSessions.connection == ready && browserSessions.shows.${view}`],
      );
  });

  it('has an icon for each view', () => {
    assert.deepEqual(
      contributes.views.browserSessions.filter(({ icon }) => !/^\$\([a-z-]+\)$/.test(icon ?? '')),
      [],
    );
  });
});
