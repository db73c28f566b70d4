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
  /** @param say tells what is going on; empty: nothing is. */
  constructor(private readonly say: (words: string) => void) {
    const { typed } = page;
    for (const id of ['back', 'forward', 'reloadPage'] as const)
      button(id).addEventListener('click', () => send({ type: id }));
    addMenu(
      button('tabs'),
      page.tabsMenu,
      () => this.fillMenu(),
      ({ id, dataset }) => {
        if (dataset['tab'] !== undefined) send({ type: 'showTab', tab: dataset['tab'] });
        else if (dataset['close'] !== undefined) send({ type: 'closeTab', tab: dataset['close'] });
        else if (id === 'newTab') this.openTab();
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
    // A page that was waited for has answered.
    if (front?.address !== this.front?.address) this.unsay('waiting');
    this.front = front;
    this.tabs = tabs;
    if (!this.isTyped) putAddress(front?.address ?? '');
    this.showAddress(front?.address ?? '');
    const isElsewhere = front?.isElsewhere === true;
    page.elsewhere.hidden = !isElsewhere;
    // What is hidden would be read, too.
    page.typed.setAttribute('aria-describedby', isElsewhere ? 'refused elsewhere' : 'refused');
    page.tabsLabel.textContent = tabs.length === 1 ? text('pages.one') : text('pages.several', tabs.length);
    if (front) button('tabs').title = titleOf(front);
    this.enable();
  }

  /** Nothing more can be opened. */
  setEnded(hasEnded: boolean): void {
    this.hasEnded = hasEnded;
    this.enable();
  }

  /** What was typed is open, or its page still has not answered. Something else may be typed by now. */
  opened(typed: string, isWaiting: boolean): void {
    this.unsay('opening');
    if (isWaiting) this.say(text('waiting'));
    if (page.typed.value !== typed) return;
    if (!isWaiting) page.spoken.textContent = text('opened');
    if (hasFocus(page.typed)) focusStage();
    this.drop();
  }

  /** What was typed does not open. It stays, with the reason below it. */
  refused(typed: string, why: string): void {
    this.unsay('opening');
    if (page.typed.value !== typed) return;
    page.refused.textContent = why;
    page.refused.hidden = false;
    page.typed.setAttribute('aria-invalid', 'true');
  }

  /** Something else may have happened meanwhile. */
  private unsay(name: 'opening' | 'waiting'): void {
    if (page.result.textContent === text(name)) this.say('');
  }

  private accept(): void {
    page.refused.hidden = true;
    page.refused.textContent = '';
    page.typed.removeAttribute('aria-invalid');
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
    if (value.trim() === '') return;
    this.accept();
    this.say(text('opening'));
    send({ type: 'open', text: value });
  }

  private keep(typed: string): void {
    this.accept();
    this.isTyped = true;
    saveState({ typed });
  }

  private drop(): void {
    this.accept();
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
        const row = document.createElement('div');
        row.className = 'row';
        row.setAttribute('role', 'none');
        row.append(this.itemFor(tab));
        // With the last one the browser may end.
        if (this.tabs.length > 1) row.append(closerFor(tab));
        return row;
      }),
    );
  }

  private itemFor(tab: ShownTab): HTMLElement {
    const item = document.createElement('button');
    item.dataset['tab'] = tab.id;
    item.tabIndex = -1;
    item.setAttribute('role', 'menuitemradio');
    item.setAttribute('aria-checked', String(tab.id === this.front?.id));
    item.title = `${tab.title}\n${tab.address}`;
    const parts = [titleOf(tab), tab.address].map((each) => {
      const part = document.createElement('bdi');
      part.textContent = each;
      return part;
    });
    item.append(...parts);
    return item;
  }
}

function closerFor(tab: ShownTab): HTMLElement {
  const closer = document.createElement('button');
  closer.dataset['close'] = tab.id;
  closer.className = 'beside codicon codicon-close';
  closer.tabIndex = -1;
  closer.title = text('closePage', titleOf(tab));
  closer.setAttribute('role', 'menuitem');
  closer.setAttribute('aria-label', closer.title);
  return closer;
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
