import { BUTTONS, HOLD_KEYS, type Button, type Click, type HoldKey } from '../../core/click';
import type { Pixel } from '../../core/screen/geometry';
import { INTERVALS, type Interval } from '../../core/screen/messages';
import { addMenu } from './menu';
import { button, page, part, savedState, saveState, text } from './page';

/** How often a click may be made. */
const COUNTS = [1, 2, 3] as const;
/** Menus of which one item is chosen, which the button shows. */
const CHOICES = ['zoom', 'interval'] as const;
type ChoiceId = (typeof CHOICES)[number];
/** What has no place in a narrow tab goes into the menu at the end: what is used least comes first. */
const MOVED_FIRST = ['aim', 'save', 'copy', 'control', 'clickByName'] as const;

/** An item of the menu of clicks. */
const buttonItem = (name: Button): HTMLButtonElement => button(`button-${name}`);
const countItem = (count: number): HTMLButtonElement => button(`clicks-${count}`);
const keyItem = (key: HoldKey): HTMLButtonElement => button(`hold-${key}`);

/** How a click is made: what the menu of clicks says. */
function clickSettings(): { button: Button; clicks: number; holdKeys: HoldKey[] } {
  return {
    button: BUTTONS.find((name) => isChecked(buttonItem(name))) ?? 'left',
    clicks: COUNTS.find((count) => isChecked(countItem(count))) ?? 1,
    holdKeys: HOLD_KEYS.filter((key) => isChecked(keyItem(key))),
  };
}

/**
 * A click as the menu of clicks says, without what is the service's default anyway.
 * @param chosen the button that was pressed; undefined: the one of the menu.
 */
export function clickAt({ x, y }: Pixel, chosen: Button | undefined): Click {
  const { button: ofMenu, clicks, holdKeys } = clickSettings();
  const name = chosen ?? ofMenu;
  return {
    x,
    y,
    ...(name !== 'left' && { button: name }),
    ...(clicks > 1 && { clicks }),
    ...(holdKeys.length > 0 && { holdKeys }),
  };
}

export function isPressed(toggle: HTMLButtonElement): boolean {
  return toggle.getAttribute('aria-pressed') === 'true';
}

export function setPressed(toggle: HTMLButtonElement, pressed: boolean): void {
  toggle.setAttribute('aria-pressed', String(pressed));
}

/**
 * Says why something can't be used now. It stays where it is, and is found by keys, so that the reason is.
 * @param why empty: it can be used.
 */
export function setUnusable(each: HTMLButtonElement, why: string): void {
  const title = (each.dataset['title'] ??= each.title);
  each.title = why === '' ? title : `${title}\n${why}`;
  if (why === '') each.removeAttribute('aria-disabled');
  else each.setAttribute('aria-disabled', 'true');
}

function isUnusable(each: Element): boolean {
  return each.getAttribute('aria-disabled') === 'true';
}

// Before anything else hears of it.
window.addEventListener(
  'click',
  (event) => {
    const pressed = event.target instanceof Element ? event.target.closest('button') : null;
    if (pressed && isUnusable(pressed)) event.stopImmediatePropagation();
  },
  { capture: true },
);

export function zoomWanted(): number | 'fit' {
  const value = chosenIn('zoom');
  return value === 'fit' ? 'fit' : Number(value) / 100;
}

export function intervalWanted(): Interval {
  const seconds = Number(chosenIn('interval'));
  return INTERVALS.find((each) => each === seconds) ?? 0;
}

function optionsOf(id: ChoiceId): HTMLElement[] {
  return [...part(`${id}Menu`).querySelectorAll<HTMLElement>('[data-value]')];
}

function chosenIn(id: ChoiceId): string {
  return optionsOf(id).find(isChecked)?.dataset['value'] ?? '';
}

function choose(id: ChoiceId, value: string | undefined): void {
  for (const each of optionsOf(id)) {
    const isChosen = each.dataset['value'] === value;
    each.setAttribute('aria-checked', String(isChosen));
    if (isChosen) part(`${id}-label`).textContent = each.textContent;
  }
}

function keepChoice(id: ChoiceId, saved: unknown, onChange: (id: string) => void): void {
  const values = optionsOf(id).map(({ dataset }) => dataset['value']);
  choose(id, values.find((value) => value === saved) ?? values[0]);
  addMenu(
    button(id),
    part(`${id}Menu`),
    () => {},
    ({ dataset }) => {
      choose(id, dataset['value']);
      saveState({ [id]: dataset['value'] });
      onChange(id);
      refreshTabStop(page.toolbar);
    },
  );
}

/** Toggles, and what is chosen, outlive a reload of the page. */
export function keepChoices(onChange: (id: string) => void): void {
  const aim = button('aim');
  const saved = savedState();
  for (const id of CHOICES) keepChoice(id, saved[id], onChange);
  setPressed(aim, saved[aim.id] === true);
  aim.addEventListener('click', () => {
    setPressed(aim, !isPressed(aim));
    saveState({ [aim.id]: isPressed(aim) });
    onChange(aim.id);
  });
  keepClickSettings(saved);
}

/** The menu of clicks. */
function keepClickSettings(saved: Record<string, unknown>): void {
  const radios = [BUTTONS.map(buttonItem), COUNTS.map(countItem)];
  for (const group of radios) {
    const [first] = group;
    const chosen = group.find(({ id }) => saved[id] === true) ?? first;
    for (const item of group) check(item, item === chosen);
  }
  for (const item of HOLD_KEYS.map(keyItem)) check(item, saved[item.id] === true);
  showClickSettings();
  addMenu(button('how'), page.howMenu, showClickSettings, (item) => {
    const group = radios.find((items) => items.some((each) => each === item));
    if (group) for (const each of group) check(each, each === item);
    else check(item, !isChecked(item));
    showClickSettings();
  });
}

function check(item: HTMLElement, isOn: boolean): void {
  item.setAttribute('aria-checked', String(isOn));
  saveState({ [item.id]: isOn });
}

/** Such as `Click: Left ×2 + Shift`. */
function showClickSettings(): void {
  const { button: name, clicks, holdKeys } = clickSettings();
  const often = clicks > 1 ? ` ×${clicks}` : '';
  const held = holdKeys.map((key) => ` + ${keyItem(key).textContent}`).join('');
  page.howLabel.textContent = text('how', `${text(`button.${name}`)}${often}${held}`);
  // Where there is little room, only what is not usual has to be seen.
  button('how').classList.toggle('usual', name === 'left' && often === '' && held === '');
  refreshTabStop(page.toolbar);
}

function isChecked(item: HTMLElement): boolean {
  return item.getAttribute('aria-checked') === 'true';
}

/** Keeps the toolbar in one row: what does not fit is in a menu at its end. */
export function moveIntoMenu(): void {
  const movable = MOVED_FIRST.map(button);
  addMenu(
    button('more'),
    page.moreMenu,
    () => page.moreMenu.replaceChildren(...movable.filter(isMoved).map(itemFor).toReversed()),
    ({ dataset }) => button(dataset['button'] ?? '').click(),
  );
  new ResizeObserver(() => refreshTabStop(page.toolbar)).observe(page.toolbar);
}

function isMoved(each: HTMLElement): boolean {
  return each.classList.contains('moved') && !each.hidden;
}

/** The same in the menu. */
function itemFor(moved: HTMLButtonElement): HTMLElement {
  const item = document.createElement('button');
  item.dataset['button'] = moved.id;
  item.tabIndex = -1;
  if (isUnusable(moved)) item.setAttribute('aria-disabled', 'true');
  item.textContent = moved.textContent.trim() || moved.ariaLabel;
  item.title = moved.title;
  item.setAttribute('role', moved.hasAttribute('aria-pressed') ? 'menuitemcheckbox' : 'menuitem');
  if (moved.hasAttribute('aria-pressed')) item.setAttribute('aria-checked', String(isPressed(moved)));
  return item;
}

/** First the labels give way to their icons. */
function fit(toolbar: HTMLElement): void {
  const more = button('more');
  const isFitting = (): boolean => toolbar.scrollWidth <= toolbar.clientWidth;
  for (const id of MOVED_FIRST) button(id).classList.remove('moved');
  more.hidden = true;
  toolbar.classList.remove('compact');
  if (isFitting()) return;
  toolbar.classList.add('compact');
  for (const each of MOVED_FIRST.map(button)) {
    if (isFitting()) return;
    more.hidden = false;
    each.classList.add('moved');
  }
}

/** One stop for the Tab key; the arrow keys move within the toolbar, as in the editor's own. */
export function moveByArrows(toolbar: HTMLElement): void {
  toolbar.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) setTabStop(toolbar, target);
  });
  toolbar.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLElement)) return;
    const all = visibleControls(toolbar);
    const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
    next?.focus();
    event.preventDefault();
  });
}

/** Shows what there is room for, and keeps one of the controls that are visible now reachable by the Tab key. */
export function refreshTabStop(toolbar: HTMLElement): void {
  fit(toolbar);
  const visible = visibleControls(toolbar);
  const stop = visible.find((each) => each.tabIndex === 0 && each.hasAttribute('tabindex')) ?? visible[0];
  if (stop) setTabStop(toolbar, stop);
}

/** A control that disappears gives the focus to another one, or else to the picture: no key leads on from nothing. */
export function passOnFocus(outer: HTMLElement): void {
  outer.addEventListener('focusout', ({ target, relatedTarget }) => {
    const visible = visibleControls(outer);
    const isGone = relatedTarget === null && !visible.some((each) => each === target);
    if (isGone && document.hasFocus()) (visible[0] ?? page.stage).focus();
  });
}

export function focusToolbar(toolbar: HTMLElement): void {
  visibleControls(toolbar)
    .find((each) => each.tabIndex === 0)
    ?.focus();
}

function allControls(toolbar: HTMLElement): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>('button:not(.menu button)')];
}

function visibleControls(toolbar: HTMLElement): HTMLElement[] {
  return allControls(toolbar).filter((each) => each.offsetParent !== null && !each.matches(':disabled'));
}

function setTabStop(toolbar: HTMLElement, stop: HTMLElement): void {
  for (const each of allControls(toolbar)) each.tabIndex = each === stop ? 0 : -1;
}
