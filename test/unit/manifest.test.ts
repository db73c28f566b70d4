import assert from 'node:assert/strict';
import { contributes, extension, manifest, texts, type Uses } from './package-json';
import { commandId, COMMANDS, DEFAULTS, MATCHERS, SECTION, TASK_TYPE } from '../../src/ui/editor/contributed';
import { TOOLS } from '../../src/tools';

const placeholders = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? '');

/** Rows with as much as they can have, as their `contextValue` says it. */
const ROWS = [
  ['sessions', 'session live pooled clicked viewable'],
  ['sessions', 'session live agent'],
  ['sessions', 'upload live watched followed loaded enabled'],
  ['sessions', 'upload live loaded enabled'],
  ['sessions', 'upload live followed loaded enabled'],
  ['sessions', 'upload live followed debugged loaded enabled'],
  ['pools', 'pool live'],
  ['extensions', 'extension live'],
] as const;

const group = ({ group: name = '' }: Uses): string => name.split('@')[0] ?? '';

/** Whether a menu item is shown for a row, in a trusted workspace and with all that a service can have. */
function isFor({ when = '' }: Uses, view: string, tokens: string): boolean {
  return when.split(' && ').every((term) => {
    const [, not, pattern] = /^(!?)\(?viewItem =~ \/(.*)\/\)?$/.exec(term) ?? [];
    if (pattern !== undefined) return new RegExp(pattern).test(tokens) !== (not === '!');
    return term.startsWith('view == ') ? term === `view == browserSessions.${view}` : true;
  });
}

describe('package.json', () => {
  it('wakes for what is ours, and for an extension at the top of a workspace or one level below', () => {
    assert.deepEqual(extension.activationEvents, [
      'workspaceContains:manifest.json',
      'workspaceContains:*/manifest.json',
      'workspaceContains:**/*.sequence.json',
      'workspaceContains:.vscode/browser-sessions.points.json',
      'onWebviewPanel:browserSessions.screen',
      'onDebugResolve:browserSessions',
      'onDebugDynamicConfigurations:browserSessions',
      'onFileSystem:browser-sessions-storage',
    ]);
  });

  it('takes every text from package.nls.json, which has no other', () => {
    assert.deepEqual([...new Set(placeholders)].toSorted(), Object.keys(texts).toSorted());
  });

  it('has every title, name and description there; what agents read is in English only', () => {
    const { languageModelTools, ...others } = JSON.parse(manifest).contributes;
    const withoutTools = JSON.stringify(others, null, 2);
    assert.ok(languageModelTools.every(({ displayName }: { displayName: string }) => displayName.startsWith('%')));
    const plain = [
      ...withoutTools.matchAll(/"(title|label|description|markdownDescription|contents|altText)": "([^"]*)"/g),
    ].filter(([, , value]) => !value?.startsWith('%'));
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

  it('has the tools for agents that the code has, each with what it takes', () => {
    const { languageModelTools }: { languageModelTools: Record<string, unknown>[] } = JSON.parse(manifest).contributes;
    assert.deepEqual(
      languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
        name,
        description: modelDescription,
        inputSchema,
      })),
      TOOLS.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
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

  it('has the task type and the problem matchers that the code knows', () => {
    assert.deepEqual(
      contributes.taskDefinitions.map(({ type }) => type),
      [TASK_TYPE],
    );
    assert.deepEqual(
      contributes.problemMatchers.map(({ name }) => `$${name}`),
      [MATCHERS.once, MATCHERS.watch],
    );
  });

  it('links only to commands that it has, and to the editor’s view of tests', () => {
    const linked = Object.values(texts).flatMap((text) => [...text.matchAll(/command:([\w.]+)/g)].map(([, id]) => id));
    assert.ok(linked.length > 20);
    assert.deepEqual(
      linked.filter((id) => !contributes.commands.some(({ command }) => command === id)),
      ['workbench.view.testing.focus'],
    );
  });

  it('has in the menu of every folder one submenu, in that of an extension the upload too, of its page to open it, of a sequence to run it, and of a report to show it or its steps', () => {
    assert.deepEqual(
      contributes.menus['explorer/context']?.map(({ command, submenu }) => command ?? submenu),
      ['runSequence', 'openReport', 'openSequenceOfReport', 'uploadFolder', 'openInSession', 'explorer'].map(
        (each) => `browserSessions.${each}`,
      ),
    );
    const inside = contributes.menus['browserSessions.explorer']?.map(({ command }) => command);
    assert.deepEqual(
      inside,
      [
        'uploadFolder',
        'uploadAgain',
        'watchFolder',
        'debugExtension',
        'checkWithChromium',
        'compareWithVersion',
        'preview',
        'uploadToCatalog',
        'explainInclusion',
      ].map((name) => `browserSessions.${name}`),
    );
  });

  it('has the upload of a folder once in its menu: directly where an extension is known, else in the submenu', () => {
    const [direct = '', inside = ''] = ['explorer/context', 'browserSessions.explorer'].map(
      (menu) => contributes.menus[menu]?.find(({ command }) => command === commandId('uploadFolder'))?.when ?? '',
    );
    const lists = direct.split(' || ');
    assert.equal(lists.length, 2);
    // The editor mistakes an alternative in parentheses beside `in`, so each is written out.
    assert.doesNotMatch(inside.replaceAll(/ =~ \/.*?\//g, ''), /\(/);
    for (const either of inside.split(' || '))
      for (const list of lists) assert.ok(either.includes(list.replace(' in ', ' not in ')), either);
  });

  it('has an icon for each command that is a button, and for no other', () => {
    const {
      'view/title': ofViews = [],
      'editor/title': ofEditors = [],
      'view/item/context': ofAll = [],
    } = contributes.menus;
    const buttons = new Set(
      [...ofViews, ...ofEditors, ...ofAll]
        .filter((each) => ['navigation', 'inline'].includes(group(each)))
        .map(({ command }) => command),
    );
    assert.deepEqual(
      contributes.commands.filter(({ command, icon }) => buttons.has(command) !== (icon !== undefined)),
      [],
    );
  });

  describe('offers in the palette', () => {
    const palette = contributes.menus['commandPalette'] ?? [];
    /** Understands what stands there: `key`, `!key`, `key == value` and `key != value`, with `&&` and one `||`. */
    const offered = (known: Record<string, string | boolean>): string[] => {
      const holds = (when: string): boolean => {
        const both = when.split(' && ');
        if (both.length > 1) return both.every(holds);
        const either = when.replace(/^\((.*)\)$/, '$1').split(' || ');
        if (either.length > 1) return either.some(holds);
        const [, not, key = '', operator, value] = /^(!?)([\w.]+)(?: ([=!])= (\w+))?$/.exec(when) ?? [];
        if (key === 'isWorkspaceTrusted') return true;
        const found = known[key.replace('browserSessions.', '')];
        return operator ? (found === value) === (operator === '=') : Boolean(found) !== (not === '!');
      };
      // The palette has no command that is disabled.
      const isOffered = (id: string): boolean =>
        [
          contributes.commands.find(({ command }) => command === id)?.enablement,
          palette.find(({ command }) => command === id)?.when,
        ].every((when) => when === undefined || holds(when));
      return COMMANDS.filter((name) => isOffered(commandId(name)));
    };

    it('in a window that has nothing yet only what can be done there', () => {
      assert.deepEqual(offered({ connection: 'none' }), [
        'uploadWorkspaceFolder',
        'uploadFolder',
        'preview',
        'resetAllowedSecrets',
        'checkWithChromium',
        'compareWithVersion',
        'click',
        'openScreen',
        'clickByName',
        'namePoint',
        'runSequence',
        'recordSequence',
        'takeStoreScreenshots',
        'saveReport',
        'openReport',
        'openSequenceOfReport',
        'takeScreenshot',
        'acquireSession',
        'startSession',
        'startSessionWithOptions',
        'uploadToCatalog',
        'setToken',
        'manageConnection',
        'addConnection',
        'switchConnection',
        'editConnections',
        'startLocalService',
        'connectAgent',
        'openWalkthrough',
        'openSample',
        'openManual',
        'showLog',
      ]);
    });

    it('where everything is known and runs all but what starts it, and what needs a row or a picture', () => {
      const all = {
        connection: 'ready',
        'has.sessions': true,
        'has.uploads': true,
        'has.pools': true,
        watching: true,
        following: true,
        recordingVideo: true,
        recordingCoverage: true,
        sharing: true,
        sharedDown: true,
        debugging: true,
        recording: true,
        running: true,
        localRuns: true,
        previewing: true,
        sourceMaps: 'in',
        unused: true,
      };
      assert.deepEqual(
        COMMANDS.filter((name) => !offered(all).includes(name)),
        [
          'uploadFolderToSession',
          'openInSession',
          'include',
          'exclude',
          'includeSourceMaps',
          'explainInclusion',
          'activateSession',
          'recordSequence',
          'exportToPlaywright',
          'startSessionWithExtension',
          'saveScreenshot',
          'keepScreenshot',
          'loadMore',
          'stopAgent',
          'startLocalService',
          'copyId',
          'removeFromList',
          'revealFolder',
        ],
      );
    });
  });

  const ofRows = contributes.menus['view/item/context'] ?? [];

  it('shows at most two buttons on a row', () => {
    for (const [kind, tokens] of ROWS) {
      const inline = ofRows.filter((each) => group(each) === 'inline' && isFor(each, kind, tokens));
      assert.ok(inline.length <= 2, `${tokens}: ${inline.map(({ command }) => command).join(', ')}`);
      assert.ok(inline.length > 0, tokens);
    }
  });

  it('leaves room on a row for what is wrong, and has no button there that helps nothing', () => {
    for (const [tokens, buttons] of [
      ['upload live watched failing loaded enabled', ['showErrors']],
      ['upload live watched loaded enabled', ['stopWatching']],
      ['upload live loaded disabled', ['uploadAgain']],
      ['upload live loaded enabled', ['uploadAgain', 'watchFolder']],
    ] as const)
      assert.deepEqual(
        ofRows.flatMap((each) =>
          group(each) === 'inline' && isFor(each, 'sessions', tokens)
            ? [each.command?.replace('browserSessions.', '')]
            : [],
        ),
        buttons,
        tokens,
      );
  });

  it('shows above the sessions only what works without a connection and a token', () => {
    const shown = (contributes.menus['view/title'] ?? []).filter(
      ({ when = '' }) => when.includes('view == browserSessions.sessions') && !when.includes('connection == ready'),
    );
    assert.deepEqual(
      shown.map(({ command }) => command?.replace('browserSessions.', '')),
      ['switchConnection', 'addConnection', 'manageConnection', 'startLocalService', 'stopLocalService', 'showLog'],
    );
  });

  it('offers for what is not there any more only what needs nothing of it but its videos', () => {
    const gone = [...new Set(ROWS.map(([view, tokens]) => `${view} ${tokens.split(' ')[0]}`))].map((row) =>
      row.split(' '),
    );
    assert.deepEqual(
      gone.map(([view = '', kind = '']) => [
        kind,
        ofRows.filter((each) => isFor(each, view, kind)).map(({ command }) => command?.replace('browserSessions.', '')),
      ]),
      [
        ['session', ['saveVideo', 'copyId', 'removeFromList']],
        ['upload', ['copyId', 'removeFromList']],
        ['pool', ['copyId', 'removeFromList']],
        ['extension', ['copyId', 'removeFromList']],
      ],
    );
  });

  it('has what cannot be undone in the last group of a row’s menu', () => {
    const destructive = new Set(
      (
        ['releaseSession', 'endSession', 'flushPool', 'deleteExtension', 'removeFromBrowser', 'clearStorage'] as const
      ).map((name) => commandId(name)),
    );
    for (const each of ofRows.filter((use) => group(use) !== 'inline'))
      assert.equal(group(each).startsWith('9_'), destructive.has(each.command ?? ''), `${each.command}: ${each.group}`);
  });

  it('lets a key act only in the view that has the focus, and tells the command which one that is', () => {
    const keys = contributes.keybindings.filter(({ args }) => args);
    assert.deepEqual(
      keys.map(({ key }) => key),
      ['enter', 'f2', 'delete', 'delete'],
    );
    for (const { when, args } of keys)
      assert.match(when ?? '', new RegExp(`^focusedView == browserSessions\\.${args?.view} && !inputFocus`));
  });

  it('lets no key click in a session before the window has', () => {
    const [key, ...others] = contributes.keybindings.filter(({ command }) => command === commandId('repeatLastClick'));
    assert.deepEqual(others, []);
    assert.equal(key?.when, 'browserSessions.clicked');
  });

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
