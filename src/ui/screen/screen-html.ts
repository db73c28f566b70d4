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
<body data-state="connecting">
<div id="toolbar" class="toolbar" role="toolbar" aria-label="${escapeHtml(t('Screen Actions'))}">
  <div class="group">
    ${icon('refresh', 'refresh', t('Refresh'))}
    ${select(
      'interval',
      t('New Screenshot'),
      INTERVALS.map((seconds) => [`${seconds}`, seconds === 0 ? t('Manually') : t('Every {0} s', seconds)]),
    )}
  </div>
  <div class="group">
    <button id="how" title="${escapeHtml(t('How to Click: Button, Number of Clicks, Keys to Hold'))}" aria-haspopup="menu" aria-expanded="false" aria-controls="howMenu"><span id="how-label"></span><span class="codicon codicon-chevron-down" aria-hidden="true"></span></button>
    ${toggle('aim', t('Ask Before Click'), t('Mark the Point and Ask Before Clicking'))}
    ${toggle('control', t('Send Keys'), t('Send Keys, the Wheel and Drags to the Session Until You Press Escape'), true)}
    <button id="clickByName" title="${escapeHtml(t('List What Can Be Clicked on the Page, by Name'))}" hidden>${escapeHtml(t('Names'))}</button>
  </div>
  <div class="group">
    ${select('zoom', t('Zoom'), [['fit', t('Fit')], ...ZOOMS.map((percent): [string, string] => [`${percent}`, `${percent} %`])])}
    ${icon('copy', 'copy', t('Copy Coordinates'))}
    ${icon('save', 'save', t('Save Screenshot…'))}
    <button id="more" title="${escapeHtml(t('More Actions…'))}" aria-label="${escapeHtml(t('More Actions…'))}" aria-haspopup="menu" aria-expanded="false" aria-controls="moreMenu" hidden><span class="codicon codicon-ellipsis" aria-hidden="true"></span></button>
  </div>
</div>
<div id="address" class="toolbar" role="group" aria-label="${escapeHtml(t('Address Line'))}">
  ${icon('back', 'arrow-left', t('Back'), ' disabled')}
  ${icon('forward', 'arrow-right', t('Forward'), ' disabled')}
  ${icon('reloadPage', 'refresh', t('Reload Page'), ' disabled')}
  <div id="address-box">
    <input id="typed" type="text" aria-label="${escapeHtml(t('Address of the Page in Front'))}" placeholder="${escapeHtml(t('Type an address'))}" maxlength="${MAX_ADDRESS}" autocomplete="off" autocapitalize="off" spellcheck="false">
    <div id="shown" aria-hidden="true"><span id="shown-start"></span><span id="shown-host"><bdi id="shown-host-text"></bdi></span><span id="shown-rest"></span></div>
  </div>
  <button id="tabs" title="${escapeHtml(t('Tabs'))}" disabled aria-haspopup="menu" aria-expanded="false" aria-controls="tabsMenu"><span id="tabs-label"></span><span id="tabs-count"></span><span class="codicon codicon-chevron-down" aria-hidden="true"></span></button>
</div>
<div id="tabsMenu" class="menu" role="menu" aria-label="${escapeHtml(t('Tabs'))}" hidden>
  <div id="tabs-list" role="group" aria-label="${escapeHtml(t('Tabs'))}"></div>
  <div role="group">
    <button id="newTab" role="menuitem" tabindex="-1">${escapeHtml(t('New Tab'))}</button>
    <button id="closeTab" role="menuitem" tabindex="-1">${escapeHtml(t('Close Tab'))}</button>
  </div>
</div>
<div id="howMenu" class="menu" role="menu" aria-label="${escapeHtml(t('Click'))}" hidden>
  ${menuGroup(
    t('Mouse Button'),
    BUTTONS.map((name) => menuItem('radio', `button-${name}`, buttonItem(name, t))),
  )}
  ${menuGroup(
    t('Number of Clicks'),
    countItems(t).map((name, index) => menuItem('radio', `clicks-${index + 1}`, name)),
  )}
  ${menuGroup(
    t('Keys to Hold'),
    HOLD_KEYS.map((key) => menuItem('checkbox', `hold-${key}`, t('Hold {0}', keyName(key)), keyName(key))),
  )}
</div>
<div id="moreMenu" class="menu" role="menu" aria-label="${escapeHtml(t('More Actions…'))}" hidden></div>
<div id="frame">
  <div id="stage" tabindex="0" role="application" aria-label="${escapeHtml(t('Screen of “{0}”', label))}" aria-describedby="help" ${data.join(' ')}>
    <div id="surface" hidden>
      <img id="picture" alt="" draggable="false">
      <div id="mark" class="point" hidden></div>
      <div id="crosshair" class="point" hidden></div>
    </div>
    <div id="notice"><span id="notice-text"></span><button id="notice-remedy" class="primary" hidden></button></div>
  </div>
  <textarea id="keyboard" rows="1" tabindex="-1" aria-label="${escapeHtml(t('Screen of “{0}”', label))}" autocomplete="off" autocapitalize="off" spellcheck="false" hidden></textarea>
  <img id="popup" alt="${escapeHtml(t('Popup of the extension'))}" draggable="false" hidden>
  <canvas id="loupe" aria-hidden="true" hidden></canvas>
</div>
<footer id="bar">
  <span id="state"></span><button id="remedy" class="secondary" hidden></button><span id="age"></span>
  <div id="aimed" role="group" aria-label="${escapeHtml(t('Ask Before Click'))}" hidden>
    <span id="aimed-text"></span>
    <button id="aimed-click" class="primary">${escapeHtml(t('Click'))}</button>
    <button id="aimed-cancel" class="secondary">${escapeHtml(t('Cancel'))}</button>
  </div>
  <span id="hint" hidden></span>
  <span id="position"></span><span id="result"></span>
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
    'state.waiting': t('Service busy'),
    'state.lost': t('No new screenshot'),
    'state.ended': t('This session has ended.'),
    'state.unavailable': t('This service doesn’t provide screenshots. You can click by coordinates.'),
    'age.now': t('just now'),
    'age.seconds': t('{0} s ago', '{0}'),
    'age.minutes': t('{0} min ago', '{0}'),
    'age.hours': t('{0} h ago', '{0}'),
    'unchanged.seconds': t('unchanged for {0} s', '{0}'),
    'unchanged.minutes': t('unchanged for {0} min', '{0}'),
    'unchanged.hours': t('unchanged for {0} h', '{0}'),
    pictureOf: t('Display, {0} × {1} pixels', '{0}', '{1}'),
    controlOn: t('Keys and the wheel go to the session. Press Escape to stop.'),
    controlAway: t('Keys go to the session again when the screen has the focus.'),
    controlOff: t('Keys and the wheel no longer go to the session.'),
    clickAt: t('Click at {0}, {1}?', '{0}', '{1}'),
    how: t('Click: {0}', '{0}'),
    untitled: t('Untitled'),
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

function buttonItem(name: (typeof BUTTONS)[number], t: Translate): PlainText {
  switch (name) {
    case 'left':
      return t('Left Button');
    case 'right':
      return t('Right Button');
    case 'middle':
      return t('Middle Button');
    case 'back':
      return t('Back Button');
    case 'forward':
      return t('Forward Button');
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
      return t('Click…');
    case 'setToken':
      return t('Set Token');
    case 'switchConnection':
      return t('Switch Connection');
    case 'newSession':
      return t('New Session');
    case 'reopen':
      return t('Reopen Screen');
  }
}

/** As keys are labeled. */
function keyName(key: (typeof HOLD_KEYS)[number]): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

function icon(id: string, name: string, label: string, state: '' | ' hidden' | ' disabled' = ''): string {
  const text = escapeHtml(label);
  return `<button id="${id}" title="${text}" aria-label="${text}"${state}><span class="codicon codicon-${name}" aria-hidden="true"></span></button>`;
}

function toggle(id: string, label: string, title: string, hidden = false): string {
  return `<button id="${id}" title="${escapeHtml(title)}" aria-pressed="false"${hidden ? ' hidden' : ''}>${escapeHtml(label)}</button>`;
}

function menuGroup(label: string, items: readonly string[]): string {
  return `<div role="group" aria-label="${escapeHtml(label)}">${items.join('')}</div>`;
}

function menuItem(kind: 'radio' | 'checkbox', id: string, label: string, key = ''): string {
  return `<button id="${id}" role="menuitem${kind}" aria-checked="false" tabindex="-1" data-key="${key}">${escapeHtml(label)}</button>`;
}

function select(id: string, label: string, options: readonly (readonly [value: string, text: string])[]): string {
  const items = options.map(([value, text]) => `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`);
  return `<select id="${id}" title="${escapeHtml(label)}" aria-label="${escapeHtml(label)}">${items.join('')}</select>`;
}
