import { plainText, type PlainText } from '../../core/plain-text';
import type { Localizer } from '../../core/localizer';
import { markup, type Html } from './html';
import { REPORT_LIMITS } from './report';

/** The language of a page. */
export type ReportWords = Pick<Localizer, 't' | 'localize'> & { readonly language: string };

/** One line of a text from outside. */
export function plain(text: string): PlainText {
  return plainText(text, REPORT_LIMITS.text);
}

/** Lines of one text that are shown. */
const MAX_LINES = 5000;

/** A text from outside with its lines. */
export function linesOf(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/);
  const shown = lines.slice(0, MAX_LINES).map((line) => plainText(line, REPORT_LIMITS.text));
  return [...shown, ...(lines.length > MAX_LINES ? ['…'] : [])].join('\n');
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** `2026-01-31 20:22:50 UTC`. */
export function dateTime(at: number): Html {
  return markup`<time datetime="${iso(at)}">${iso(at).slice(0, 19).replace('T', ' ')} UTC</time>`;
}

/** `20:22:50.123`. */
export function clock(at: number): string {
  return iso(at).slice(11, 23);
}

/**
 * @param heads of the columns; an empty one is of the numbers of the rows, or of their names.
 * @param numbers index of the column that has numbers.
 */
export function table(caption: PlainText, heads: readonly string[], rows: readonly Html[], numbers?: number): Html {
  const cells = heads.map((head, index) => {
    if (head === '') return index === 0 ? markup`<td></td>` : undefined;
    return markup`<th scope="col"${index === numbers ? markup` class="number"` : undefined}>${head}</th>`;
  });
  return markup`<table><caption>${caption}</caption><thead><tr>${cells}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** Short facts beside each other, or below each other where there is no room. */
export function factList(all: readonly (readonly [name: PlainText, value: Html])[]): Html {
  return markup`<dl class="facts">${all.map(([name, value]) => markup`<div><dt>${name}</dt> <dd>${value}</dd></div>`)}</dl>`;
}
