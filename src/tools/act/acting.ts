import type { Message } from '../../core/message';
import type { Pixel } from '../../core/screen/geometry';
import type { Clickable, DevToolsConnection, PageElement } from '../../devtools';
import { readTargetPage, type CalledPage } from '../call/page-in-front';
import type { ToolInput } from '../input';
import type { PageReading } from '../memory/session-memory';
import type { CalledSession, ToolCall } from '../tool';

/** A call that acts on a page. */
export interface Acting {
  readonly called: CalledSession;
  readonly call: ToolCall;
  readonly input: ToolInput;
  readonly open: DevToolsConnection;
  readonly page: CalledPage;
  readonly reader: PageReader;
  /** Limits the time. */
  readonly limited: AbortSignal;
}

/** Reads the page of a call once, for all that needs it: a page of thousands of elements takes long. */
export class PageReader {
  private reading: Promise<PageReading> | undefined;

  constructor(private readonly acting: Pick<Acting, 'called' | 'open' | 'page' | 'limited'>) {}

  /** How the page was when the call began. */
  now(): Promise<PageReading> {
    return (this.reading ??= this.again());
  }

  async again(): Promise<PageReading> {
    const { called, open, page, limited } = this.acting;
    return called.memory.addReading(page.targetId, await readTargetPage(open, page.targetId, limited));
  }
}

/** Where to act: an element, or a point on the page. */
export type Where =
  { readonly element: Clickable; readonly words: Message } | { readonly point: Pixel; readonly words: Message };

export function elementsIn({ content }: Pick<PageReading, 'content'>): readonly PageElement[] {
  return content.lines.flatMap(({ parts }) => parts.filter((part) => typeof part !== 'string'));
}

export function focusedIn(reading: PageReading): PageElement | undefined {
  return elementsIn(reading).findLast(({ states }) => states.includes('focused'));
}

const FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'listbox']);

/** Whether something has a role that can be filled. */
export function isField({ role }: Pick<PageElement, 'role'>): boolean {
  return FIELDS.has(role);
}
