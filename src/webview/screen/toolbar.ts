import { BUTTONS, HOLD_KEYS, type Button, type Click, type HoldKey } from '../../core/click';
import { INTERVALS, type Interval } from '../../core/screen/messages';
import { saveState, savedState } from './editor';
import { button, choice, page } from './page';

/** What can be held down while clicking, by the name of its button. */
const keyButton = (key: HoldKey): HTMLButtonElement => button(`hold-${key}`);

/** How a click is made: what the toolbar says. */
export function clickSettings(): { button: Button; clicks: number; holdKeys: HoldKey[] } {
  return {
    button: BUTTONS.find((name) => name === choice('button').value) ?? 'left',
    clicks: Number(choice('clicks').value) || 1,
    holdKeys: HOLD_KEYS.filter((key) => isPressed(keyButton(key))),
  };
}

/** A click without what is the service's default anyway. */
export function clickOf(
  { x, y }: { readonly x: number; readonly y: number },
  settings: { readonly button: Button; readonly clicks: number; readonly holdKeys: readonly HoldKey[] },
): Click {
  return {
    x,
    y,
    ...(settings.button !== 'left' && { button: settings.button }),
    ...(settings.clicks > 1 && { clicks: settings.clicks }),
    ...(settings.holdKeys.length > 0 && { holdKeys: settings.holdKeys }),
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
  const toggles = [...HOLD_KEYS.map(keyButton), button('aim')];
  const choices = ['button', 'clicks', 'zoom', 'interval'].map(choice);
  const saved = savedState();
  for (const each of choices) {
    const value = saved[each.id];
    if (typeof value === 'string' && [...each.options].some((option) => option.value === value)) each.value = value;
    each.addEventListener('change', () => {
      saveState({ [each.id]: each.value });
      onChange(each.id);
    });
  }
  for (const each of toggles) {
    setPressed(each, saved[each.id] === true);
    each.addEventListener('click', () => {
      setPressed(each, !isPressed(each));
      saveState({ [each.id]: isPressed(each) });
      onChange(each.id);
    });
  }
}

/** One stop for the Tab key; the arrow keys move within the toolbar, as in the editor's own. */
export function moveByArrows(toolbar: HTMLElement): void {
  toolbar.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) makeOnlyStop(toolbar, target);
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

/** Keeps one of the controls that are visible now reachable by the Tab key. */
export function refreshStop(toolbar: HTMLElement): void {
  const visible = visibleControls(toolbar);
  const stop = visible.find((each) => each.tabIndex === 0 && each.hasAttribute('tabindex')) ?? visible[0];
  if (stop) makeOnlyStop(toolbar, stop);
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

function makeOnlyStop(toolbar: HTMLElement, stop: HTMLElement): void {
  for (const each of allControls(toolbar)) each.tabIndex = each === stop ? 0 : -1;
}
