import { BUTTONS, HOLD_KEYS, type Button, type Click, type HoldKey } from '../../core/click';
import type { Pixel } from '../../core/screen/geometry';
import { INTERVALS, type Interval } from '../../core/screen/messages';
import { addMenu } from './menu';
import { button, choice, page, savedState, saveState, text } from './page';

/** How often a click may be made. */
const COUNTS = [1, 2, 3] as const;
/** What has no place in a narrow tab goes into the menu at the end, in this order. */
const MOVED_FIRST = ['save', 'copy', 'clickByName', 'control', 'aim'] as const;

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

export function zoomWanted(): number | 'fit' {
  const { value } = choice('zoom');
  return value === 'fit' ? 'fit' : Number(value) / 100;
}

export function intervalWanted(): Interval {
  const seconds = Number(choice('interval').value);
  return INTERVALS.find((each) => each === seconds) ?? 0;
}

/** Toggles, and what is chosen, outlive a reload of the page. */
export function keepChoices(onChange: (id: string) => void): void {
  const aim = button('aim');
  const saved = savedState();
  for (const each of ['zoom', 'interval'].map(choice)) {
    const value = saved[each.id];
    if (typeof value === 'string' && [...each.options].some((option) => option.value === value)) each.value = value;
    each.addEventListener('change', () => {
      saveState({ [each.id]: each.value });
      onChange(each.id);
    });
  }
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
  addMenu(button('how'), page.howMenu, showClickSettings, (chosen) => {
    const group = radios.find((items) => items.some((item) => item === chosen));
    if (group) for (const item of group) check(item, item === chosen);
    else check(chosen, !isChecked(chosen));
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
  const held = holdKeys.map((key) => ` + ${keyItem(key).dataset['key'] ?? ''}`).join('');
  page.howLabel.textContent = text('how', `${text(`button.${name}`)}${often}${held}`);
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
  item.disabled = moved.disabled;
  item.textContent = moved.textContent.trim() || moved.title;
  item.title = moved.title;
  item.setAttribute('role', moved.hasAttribute('aria-pressed') ? 'menuitemcheckbox' : 'menuitem');
  if (moved.hasAttribute('aria-pressed')) item.setAttribute('aria-checked', String(isPressed(moved)));
  return item;
}

function fit(toolbar: HTMLElement): void {
  const more = button('more');
  for (const id of MOVED_FIRST) button(id).classList.remove('moved');
  more.hidden = true;
  for (const each of MOVED_FIRST.map(button)) {
    if (toolbar.scrollWidth <= toolbar.clientWidth) return;
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
export function passOnFocus(toolbar: HTMLElement): void {
  toolbar.addEventListener('focusout', ({ target, relatedTarget }) => {
    const visible = visibleControls(toolbar);
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
  return [...toolbar.querySelectorAll<HTMLElement>('button, select')];
}

function visibleControls(toolbar: HTMLElement): HTMLElement[] {
  return allControls(toolbar).filter((each) => each.offsetParent !== null && !each.matches(':disabled'));
}

function setTabStop(toolbar: HTMLElement, stop: HTMLElement): void {
  for (const each of allControls(toolbar)) each.tabIndex = each === stop ? 0 : -1;
}
