import { randomBytes } from 'node:crypto';
import { BUTTONS, HOLD_KEYS } from '../../core/click';
import { INTERVALS, MAX_ADDRESS, REMEDIES, type Remedy } from '../../core/screen/messages';
import { escapeHtml } from '../../core/escape-html';
import type { Translate } from '../../core/localizer';
import type { PlainText } from '../../core/plain-text';

/** Percent of the display's size. */
const ZOOMS = [50, 75, 100, 150, 200, 250, 300, 400];

/** What the editor gives back when it restores the tab: no secret. */
export interface SavedTab {
  readonly session: string;
  readonly connection: string;
  readonly address: string;
}

/** Where the page is, and in which language. */
export interface ScreenPlace {
  /** The address of its script or style. */
  readonly file: (name: string) => string;
  /** What its policy lets its style and font come from. */
  readonly source: string;
  readonly language: string;
  readonly t: Translate;
}

/**
 * The page with the display of a session: a strict policy, its own script and style, and texts in the editor's language.
 * @param label the session's.
 */
export function screenHtml(
  { file: address, source, language, t }: ScreenPlace,
  label: PlainText,
  state: SavedTab,
): string {
  // Unguessable: only the script with it runs.
  const nonce = randomBytes(16).toString('base64url');
  const file = (name: string): string => escapeHtml(address(name));
  const policy = `default-src 'none'; img-src blob:; script-src 'nonce-${nonce}'; style-src ${source}; font-src ${source}`;
  const data = Object.entries(state).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${file('screen.css')}">
<title>${escapeHtml(label)}</title>
</head>
<body data-state="connecting" data-running="">
<div id="toolbar" class="toolbar" role="toolbar" aria-label="${escapeHtml(t('Screen Actions'))}">
  <div class="group">
    ${opener('how', t('How to Click: Button, Number of Clicks, Keys to Hold'), `${codicon('cursor')}<span id="how-label" class="label"></span>${ARROW}`)}
  </div>
  <div class="group">
    ${toggle('aim', 'question', t('Ask Before Click'), t('Mark the Point and Ask Before Clicking'))}
    ${toggle('control', 'keyboard', t('Send Keys'), t('Send Keys, Scrolling and Drags to the Session Until You Press Esc'))}
  </div>
  <div class="group">
    ${action('clickByName', 'list-selection', t('Click by Name…'), t('Choose from What Can Be Clicked on the Page'))}
  </div>
  <div class="group">
    ${dropdown('zoom', t('Zoom'), [
      ['fit', t('Fit')],
      ...ZOOMS.map((percent): [string, string] => [`${percent}`, `${percent} %`]),
    ])}
    ${icon('copy', 'copy', t('Copy Screenshot'))}
    ${icon('save', 'save', t('Save Screenshot…'))}
    ${opener('more', t('More Actions…'), `${codicon('ellipsis')}<span class="spoken">${escapeHtml(t('More Actions…'))}</span>`, 'hidden')}
  </div>
</div>
<div id="address" class="toolbar" role="group" aria-label="${escapeHtml(t('Address Line'))}">
  ${icon('back', 'arrow-left', t('Back'), 'disabled')}
  ${icon('forward', 'arrow-right', t('Forward'), 'disabled')}
  ${icon('reloadPage', 'refresh', t('Reload Page'), 'disabled')}
  <div id="address-box">
    <input id="typed" type="text" aria-label="${escapeHtml(t('Address of the Page in Front'))}" aria-describedby="refused" placeholder="${escapeHtml(t('Type an address'))}" maxlength="${MAX_ADDRESS}" autocomplete="off" autocapitalize="off" spellcheck="false">
    <div id="shown" aria-hidden="true"><span id="shown-start"></span><span id="shown-host"><bdi id="shown-host-text"></bdi></span><span id="shown-rest"></span><span id="elsewhere" title="${escapeHtml(t('This host is the session’s machine, not yours.'))}" hidden>${codicon('info')}<span id="elsewhere-text">${escapeHtml(t('session’s machine'))}</span></span></div>
  </div>
  <div id="refused" role="alert" hidden></div>
  ${opener('tabs', t('Pages'), `${codicon('browser')}<span id="tabs-label"></span>${ARROW}`, 'disabled')}
</div>
<div id="tabsMenu" class="menu" role="menu" aria-label="${escapeHtml(t('Pages'))}" hidden>
  <div id="tabs-list" role="group" aria-label="${escapeHtml(t('Pages'))}"></div>
  <div role="group">
    <button id="newTab" role="menuitem" tabindex="-1">${escapeHtml(t('New Page'))}</button>
  </div>
</div>
<div id="howMenu" class="menu" role="menu" aria-label="${escapeHtml(t('Click'))}" hidden>
  ${menuGroup(
    t('Button'),
    BUTTONS.map((name) => menuItem('radio', `button-${name}`, buttonName(name, t))),
  )}
  ${menuGroup(
    t('Count'),
    countItems(t).map((name, index) => menuItem('radio', `clicks-${index + 1}`, name)),
  )}
  ${menuGroup(
    t('Keys to Hold'),
    HOLD_KEYS.map((key) => menuItem('checkbox', `hold-${key}`, keyName(key))),
  )}
</div>
<div id="moreMenu" class="menu" role="menu" aria-label="${escapeHtml(t('More Actions…'))}" hidden></div>
<div id="frame">
  <div id="stage" tabindex="0" role="application" aria-label="${escapeHtml(t('Screen of “{0}”', label))}" aria-describedby="help" ${data.join(' ')}>
    <div id="surface" hidden>
      <img id="picture" alt="" draggable="false">
      <div id="mark" class="point mark" hidden></div>
      <div id="crosshair" class="point" hidden></div>
    </div>
  </div>
  <textarea id="keyboard" rows="1" tabindex="-1" aria-label="${escapeHtml(t('Screen of “{0}”', label))}" autocomplete="off" autocapitalize="off" spellcheck="false" hidden></textarea>
  <img id="popup" alt="${escapeHtml(t('Popup of the extension'))}" draggable="false" hidden>
  <div id="popup-mark" class="point mark" hidden></div>
  <div id="loupe" aria-hidden="true" hidden><canvas id="loupe-picture"></canvas><span id="loupe-at"></span></div>
  <div id="aimed" role="group" aria-label="${escapeHtml(t('Ask Before Click'))}" hidden>
    <span id="aimed-text"></span>
    <div class="buttons">
      <button id="aimed-click" class="primary" title="${escapeHtml(t('Enter'))}">${escapeHtml(t('Click'))}</button>
      <button id="aimed-cancel" class="secondary" title="${escapeHtml(t('Esc'))}">${escapeHtml(t('Cancel'))}</button>
    </div>
  </div>
  <div id="notice" hidden>
    <div id="notice-card">
      <span id="notice-text"></span>
      <div id="notice-buttons" class="buttons">
        <button id="notice-remedy" class="primary"></button>
        <button id="notice-other" class="secondary"></button>
        <button id="notice-save" class="secondary">${escapeHtml(t('Save Screenshot…'))}</button>
      </div>
    </div>
  </div>
</div>
<footer id="bar">
  <span id="state"></span><span id="age"></span>
  <div id="taking">
    ${action('refresh', 'device-camera', t('New Screenshot'), t('Take a New Screenshot'))}
    ${dropdown(
      'interval',
      t('When to Take a New Screenshot'),
      INTERVALS.map((seconds) => [`${seconds}`, seconds === 0 ? t('Manually') : t('Every {0} s', seconds)]),
    )}
  </div>
  <div id="recording" class="running" hidden>
    ${codicon('record')}<span id="recording-text"></span>
    ${action('addExpectation', 'checklist', t('Add Expectation…'), t('Add What Should Be True at This Point'), 'class="secondary"')}
    ${action('stopRecording', 'debug-stop', t('Stop'), t('Stop Recording'), 'class="secondary"')}
  </div>
  <div id="agents" class="running" hidden>
    ${codicon('sparkle')}<span id="agents-text"></span>
    ${action('stopAgents', 'debug-stop', t('Stop'), t('Stop the Agent’s Work in This Session'), 'class="secondary"')}
  </div>
  <span id="hint" hidden></span>
  <span id="result"></span><button id="openSaved" class="link" hidden>${escapeHtml(t('Open'))}</button>
  <button id="position" title="${escapeHtml(t('Copy Coordinates'))}" hidden></button>
</footer>
<div id="spoken" class="spoken" role="status" aria-live="polite"></div>
<div id="help" class="spoken">${escapeHtml(t('Arrow keys move the cross-hair: by 1 pixel, with Shift by 10, with Ctrl or Alt by 100. Enter clicks, Escape leaves.'))}</div>
<script type="application/json" id="texts" nonce="${nonce}">${JSON.stringify(pageTexts(t)).replaceAll('<', String.raw`\u003c`)}</script>
<script nonce="${nonce}" type="module" src="${file('screen.js')}"></script>
</body>
</html>`;
}

/** The texts that the page composes itself. */
function pageTexts(t: Translate): Record<string, PlainText> {
  return {
    'state.connecting': t('Connecting…'),
    'state.live': t('Live'),
    'state.pictures': t('Screenshot'),
    'state.waiting': t('The service is busy.'),
    'state.lost': t('No new screenshot'),
    'state.last': t('Last screenshot'),
    'state.ended': t('This session has ended.'),
    'state.unavailable': t('This service doesn’t provide screenshots.'),
    'age.now': t('just now'),
    'age.seconds': t('{0} s ago', '{0}'),
    'age.minutes': t('{0} min ago', '{0}'),
    'age.hours': t('{0} h ago', '{0}'),
    'unchanged.seconds': t('unchanged for {0} s', '{0}'),
    'unchanged.minutes': t('unchanged for {0} min', '{0}'),
    'unchanged.hours': t('unchanged for {0} h', '{0}'),
    pictureOf: t('Display, {0} × {1} pixels', '{0}', '{1}'),
    controlOn: t('Keyboard and scrolling go to the session. Press Esc to stop.'),
    controlAway: t('The keyboard goes to the session again when the screen has the focus.'),
    controlOff: t('Keyboard and scrolling no longer go to the session.'),
    clickAt: t('Click at {0}, {1}?', '{0}', '{1}'),
    how: t('Click: {0}', '{0}'),
    'pages.one': t('1 page'),
    'pages.several': t('{0} pages', '{0}'),
    closePage: t('Close “{0}”', '{0}'),
    untitled: t('Untitled'),
    opening: t('Opening…'),
    waiting: t('The page hasn’t answered yet.'),
    opened: t('Opened'),
    noPicture: t('Available once the screen is shown.'),
    copied: t('Copied the screenshot'),
    notCopied: t('The screenshot couldn’t be copied. Save it instead.'),
    ...Object.fromEntries(BUTTONS.map((name) => [`button.${name}`, buttonName(name, t)])),
    ...Object.fromEntries(REMEDIES.map((remedy) => [`remedy.${remedy}`, remedyName(remedy, t)])),
  };
}

function buttonName(name: (typeof BUTTONS)[number], t: Translate): PlainText {
  switch (name) {
    case 'left':
      return t('Left');
    case 'right':
      return t('Right');
    case 'middle':
      return t('Middle');
    case 'back':
      return t('Back');
    case 'forward':
      return t('Forward');
  }
}

/** One click first. */
function countItems(t: Translate): PlainText[] {
  return [t('Single-Click'), t('Double-Click'), t('Triple-Click')];
}

function remedyName(remedy: Remedy, t: Translate): PlainText {
  switch (remedy) {
    case 'refresh':
      return t('Retry Now');
    case 'enterClick':
      return t('Click at Coordinates…');
    case 'openViewer':
      return t('Open Service’s Viewer');
    case 'setToken':
      return t('Set Token…');
    case 'switchConnection':
      return t('Switch Connection…');
    case 'newSession':
      return t('New Session');
    case 'saveReport':
      return t('Save Report…');
    case 'reopen':
      return t('Reopen Screen');
  }
}

/** As keys are labeled. */
function keyName(key: (typeof HOLD_KEYS)[number]): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

const ARROW = codicon('chevron-down');

function codicon(name: string): string {
  return `<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

function icon(id: string, name: string, label: string, state: '' | 'disabled' = ''): string {
  const text = escapeHtml(label);
  return `<button id="${id}" title="${text}" aria-label="${text}" ${state}>${codicon(name)}</button>`;
}

/** A button with an icon, and its label where there is room for it. */
function action(id: string, name: string, label: string, title: string, attributes = ''): string {
  return `<button id="${id}" title="${escapeHtml(title)}" ${attributes}>${codicon(name)}<span class="label">${escapeHtml(label)}</span></button>`;
}

function toggle(id: string, name: string, label: string, title: string): string {
  return action(id, name, label, title, 'aria-pressed="false"');
}

/** A button that opens the menu of its ID. */
function opener(id: string, title: string, content: string, attributes = ''): string {
  return `<button id="${id}" title="${escapeHtml(title)}" aria-haspopup="menu" aria-expanded="false" aria-controls="${id}Menu" ${attributes}>${content}</button>`;
}

/** Shows which of its options is chosen. */
function dropdown(id: string, label: string, options: readonly (readonly [value: string, text: string])[]): string {
  const name = escapeHtml(label);
  const items = options.map(([value, text]) => menuItem('radio', `${id}-${value}`, text, `data-value="${value}"`));
  const content = `<span class="spoken">${name}: </span><span id="${id}-label"></span>${ARROW}`;
  return `${opener(id, label, content, 'class="dropdown"')}
    <div id="${id}Menu" class="menu" role="menu" aria-label="${name}" hidden>${items.join('')}</div>`;
}

function menuGroup(label: string, items: readonly string[]): string {
  const text = escapeHtml(label);
  return `<div role="group" aria-label="${text}"><div class="heading" aria-hidden="true">${text}</div>${items.join('')}</div>`;
}

function menuItem(kind: 'radio' | 'checkbox', id: string, label: string, attributes = ''): string {
  return `<button id="${id}" role="menuitem${kind}" aria-checked="false" tabindex="-1" ${attributes}>${escapeHtml(label)}</button>`;
}
