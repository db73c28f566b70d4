import type { ShownFront, ShownTab, ToPage } from '../../core/screen/messages';
import { addMenu } from './menu';
import { button, focusStage, hasFocus, page, saveState, savedState, send, text } from './page';

type Tabs = Extract<ToPage, { type: 'tabs' }>;

/**
 * The address of the page in front, and the tabs of the session. What is typed stays until it is open or Escape drops
 * it, whatever the page does meanwhile; while nobody types, the address is the page's, and never what was typed.
 */
export class AddressLine {
  private front: ShownFront | undefined;
  private tabs: readonly ShownTab[] = [];
  /** Whether what is typed differs from the address because somebody has typed. */
  private isTyped = false;
  private hasEnded = false;

  constructor() {
    const { typed } = page;
    for (const id of ['back', 'forward', 'reloadPage'] as const)
      button(id).addEventListener('click', () => send({ type: id }));
    addMenu(
      button('tabs'),
      page.tabsMenu,
      () => this.fillMenu(),
      ({ id, dataset }) => {
        if (dataset['tab'] !== undefined) send({ type: 'showTab', tab: dataset['tab'] });
        else if (id === 'newTab') this.openTab();
        else send({ type: 'closeTab' });
      },
    );
    typed.addEventListener('input', () => this.keep(typed.value));
    typed.addEventListener('focus', () => typed.select());
    typed.addEventListener('keydown', (event) => this.press(event));
    const kept = savedState()['typed'];
    // The tab was hidden meanwhile.
    if (typeof kept === 'string') {
      typed.value = kept;
      this.isTyped = true;
    }
    // Keys that go to the session do not reach this listener.
    document.addEventListener('keydown', (event) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'l' || page.address.hidden || typed.disabled) return;
      event.preventDefault();
      event.stopPropagation();
      typed.focus();
      typed.select();
    });
  }

  show({ isOffered, tabs, front }: Tabs): void {
    if (!isOffered && hasFocus(page.address)) focusStage();
    page.address.hidden = !isOffered;
    this.front = front;
    this.tabs = tabs;
    if (!this.isTyped) putAddress(front?.address ?? '');
    this.showAddress(front?.address ?? '');
    page.tabsLabel.textContent = front ? titleOf(front) : '';
    page.tabsCount.textContent = tabs.length > 1 ? `(${tabs.length})` : '';
    button('closeTab').hidden = tabs.length < 2 || !front;
    this.enable();
  }

  /** Nothing more can be opened. */
  setEnded(hasEnded: boolean): void {
    this.hasEnded = hasEnded;
    this.enable();
  }

  /** What was typed is open, unless something else is typed by now. */
  opened(what: string): void {
    if (page.typed.value !== what) return;
    if (hasFocus(page.typed)) focusStage();
    this.drop();
  }

  private enable(): void {
    const { front, hasEnded } = this;
    const all = {
      back: front?.canGoBack,
      forward: front?.canGoForward,
      reloadPage: front !== undefined,
      tabs: this.tabs.length > 0,
    };
    for (const [id, isOn] of Object.entries(all)) button(id).disabled = hasEnded || isOn !== true;
    page.typed.disabled = hasEnded;
  }

  /** What is typed next is for the new tab. */
  private openTab(): void {
    send({ type: 'newTab' });
    page.typed.focus();
    page.typed.select();
  }

  private press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Enter') this.enter();
    else if (event.key === 'Escape') {
      if (this.isTyped) this.drop();
      else focusStage();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private enter(): void {
    const { value } = page.typed;
    if (!this.isTyped) return send({ type: 'reloadPage' });
    if (value.trim() !== '') send({ type: 'open', text: value });
  }

  private keep(typed: string): void {
    this.isTyped = true;
    saveState({ typed });
  }

  private drop(): void {
    this.isTyped = false;
    saveState({ typed: undefined });
    putAddress(this.front?.address ?? '');
    if (hasFocus(page.typed)) page.typed.select();
  }

  /** The host stands out, and its end is always visible: it says whose page it is. */
  private showAddress(address: string): void {
    const [, start = '', host = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)(.*)$/is.exec(address) ?? [
      '',
      '',
      '',
      address,
    ];
    page.shownStart.textContent = start;
    page.shownHost.textContent = host;
    page.shownRest.textContent = rest;
    page.addressBox.title = address;
  }

  private fillMenu(): void {
    page.tabsList.replaceChildren(
      ...this.tabs.map((tab) => {
        const item = document.createElement('button');
        item.dataset['tab'] = tab.id;
        item.tabIndex = -1;
        item.setAttribute('role', 'menuitemradio');
        item.setAttribute('aria-checked', String(tab.id === this.front?.id));
        item.title = `${tab.title}\n${tab.address}`;
        const [title, address] = [titleOf(tab), tab.address].map((each) => {
          const part = document.createElement('bdi');
          part.textContent = each;
          return part;
        });
        if (title && address) item.append(title, address);
        return item;
      }),
    );
  }
}

/** What is selected whole stays so: what a person types next takes its place, wherever the page has gone meanwhile. */
function putAddress(address: string): void {
  const { typed } = page;
  const isSelected = typed.selectionStart === 0 && typed.selectionEnd === typed.value.length;
  typed.value = address;
  if (isSelected && hasFocus(typed)) typed.select();
}

function titleOf({ title }: ShownTab): string {
  return title || text('untitled');
}
