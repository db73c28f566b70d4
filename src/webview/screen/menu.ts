const ITEMS = '[role^="menuitem"]:not(:disabled, [hidden])';
/** An item that does something about the one before it, in the same row. */
const BESIDE = '.beside';
/** CSS pixels between a menu and the edge of the tab. */
const MARGIN = 4;

/**
 * Lets a button open a menu below it, as the editor's own: arrows move in it, Escape closes it, and the focus returns.
 * @param onOpen may fill it.
 * @param onChoose is called when it is closed again.
 */
export function addMenu(
  opener: HTMLButtonElement,
  menu: HTMLElement,
  onOpen: () => void,
  onChoose: (item: HTMLElement) => void,
): void {
  new Menu(opener, menu, onOpen).connect(onChoose);
}

class Menu {
  constructor(
    private readonly opener: HTMLButtonElement,
    private readonly menu: HTMLElement,
    private readonly onOpen: () => void,
  ) {}

  connect(onChoose: (item: HTMLElement) => void): void {
    const { opener, menu } = this;
    opener.addEventListener('click', () => {
      if (this.isOpen) this.close();
      else this.open();
    });
    opener.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      this.open();
    });
    menu.addEventListener('click', ({ target }) => {
      const item = itemAt(target);
      if (!item) return;
      this.close();
      onChoose(item);
    });
    // Not where it only comes to lie: keys may be what it is used by.
    menu.addEventListener('pointermove', ({ target }) => itemAt(target)?.focus());
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      const isInside =
        relatedTarget instanceof Node && (menu.contains(relatedTarget) || opener.contains(relatedTarget));
      if (!isInside) this.hide();
    });
    // Before whatever else Escape does.
    window.addEventListener('keydown', (event) => this.press(event), { capture: true });
    // The press only closes it, and clicks nothing in the session.
    window.addEventListener('pointerdown', (event) => this.pressOutside(event), { capture: true });
  }

  private get isOpen(): boolean {
    return !this.menu.hidden;
  }

  private get items(): HTMLElement[] {
    return [...this.menu.querySelectorAll<HTMLElement>(ITEMS)];
  }

  private open(): void {
    this.onOpen();
    this.menu.hidden = false;
    this.opener.setAttribute('aria-expanded', 'true');
    const { left, top, bottom } = this.opener.getBoundingClientRect();
    const { style, offsetWidth } = this.menu;
    style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - offsetWidth - MARGIN))}px`;
    // Above a button at the lower edge.
    const isBelow = bottom < innerHeight / 2;
    style.top = isBelow ? `${bottom}px` : 'auto';
    style.bottom = isBelow ? 'auto' : `${innerHeight - top}px`;
    style.maxHeight = `${(isBelow ? innerHeight - bottom : top) - MARGIN}px`;
    const { items } = this;
    (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus();
  }

  /** Gives the focus back. */
  private close(): void {
    this.opener.focus();
    this.hide();
  }

  private hide(): void {
    this.menu.hidden = true;
    this.opener.setAttribute('aria-expanded', 'false');
  }

  private press(event: KeyboardEvent): void {
    if (!this.isOpen) return;
    if (event.key === 'Escape' || event.key === 'Tab') this.close();
    else if (!this.move(event.key)) return;
    // The Tab key leads on from the button.
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  }

  private pressOutside(event: PointerEvent): void {
    const { target } = event;
    if (!this.isOpen || !(target instanceof Node)) return;
    if (this.menu.contains(target) || this.opener.contains(target)) return;
    event.stopPropagation();
    this.close();
  }

  /** @returns whether the key moves in the menu. */
  private move(key: string): boolean {
    const { activeElement } = document;
    const items = this.items.filter((item) => !item.matches(BESIDE));
    const isBeside = activeElement?.matches(BESIDE) === true;
    const current = isBeside ? activeElement?.previousElementSibling : activeElement;
    const beside = current?.nextElementSibling;
    if (key === 'ArrowRight' && !isBeside && beside instanceof HTMLElement && beside.matches(BESIDE)) {
      beside.focus();
      return true;
    }
    const at = items.findIndex((item) => item === current);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1, ArrowLeft: isBeside ? at : undefined }[key];
    if (next === undefined) return false;
    items.at(next % items.length)?.focus();
    return true;
  }
}

function itemAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(ITEMS) : null;
}
