/** A start tag of an HTML page. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  /** Offset of its `<`. */
  readonly offset: number;
  /** By their names in lower case; if an attribute occurs twice, the first one counts. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** The content of a script, a style and the like; empty for other elements. */
  readonly text: string;
}

export interface Attribute {
  /** As it is written, without quotes. */
  readonly value: string;
  /** Offset of the value, after its quote. */
  readonly offset: number;
}

interface Read extends Omit<Tag, 'text'> {
  readonly isEnd: boolean;
  readonly isSelfClosing: boolean;
  /** Offset after its `>`. */
  readonly end: number;
}

/** Elements that contain only text. If a page's scripts run, `noscript` is one of them. */
const TEXT_ONLY = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript']);
/**
 * Elements whose content is skipped: content of a template is inactive, and graphics inside a page have their own
 * rules.
 */
const INERT = new Set(['template', 'svg', 'math']);

/**
 * The start tags that create elements of a page, in order, tokenized as in the HTML standard; without comments and
 * without the content of templates and SVG. Where the text becomes ambiguous, the rest is skipped.
 */
export function* startTags(html: string): Generator<Tag> {
  const open = new OpenElements();
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const tag = matchAt(/<\/?[a-z]/iy, html, at) ? readTag(html, at) : undefined;
    if (!tag) {
      at = afterOther(html, at);
      continue;
    }
    at = tag.end;
    const text = !tag.isEnd && TEXT_ONLY.has(tag.name) && !open.isInPicture ? textUntilEnd(html, tag) : '';
    if (text === undefined) return;
    at += text.length;
    if (!tag.isEnd && open.isEmpty) yield { name: tag.name, offset: tag.offset, attributes: tag.attributes, text };
    // In such a script, `</script>` may not be the end.
    if (opensScriptInComment(text) || tag.name === 'plaintext') return;
    open.follow(tag);
  }
}

/**
 * The offset after a comment, a doctype, or a `<` that is plain text. A tag that is not closed extends to the end of
 * the text.
 */
function afterOther(html: string, at: number): number {
  const comment = matchAt(/<!--(?:-?>|[^]*?--!?>)/y, html, at);
  if (comment) return at + comment[0].length;
  if (matchAt(/<(?:!--|\/?[a-z])/iy, html, at)) return html.length;
  if (!matchAt(/<[!?/]/y, html, at)) return at + 1;
  const end = html.indexOf('>', at);
  return end < 0 ? html.length : end + 1;
}

/** @returns undefined if the tag is not closed. */
function readTag(html: string, offset: number): Read | undefined {
  const [start = '', slash, name = ''] = matchAt(/<(\/?)([^\t\n\f\r />]*)/y, html, offset) ?? [];
  const attributes = new Map<string, Attribute>();
  let at = offset + start.length;
  for (;;) {
    at += matchAt(/[\t\n\f\r /]*/y, html, at)?.[0].length ?? 0;
    if (at >= html.length) return undefined;
    if (html[at] === '>')
      return {
        name: name.toLowerCase(),
        offset,
        attributes,
        isEnd: slash === '/',
        isSelfClosing: html[at - 1] === '/',
        end: at + 1,
      };
    const [key = ''] = matchAt(/=?[^\t\n\f\r />=]*/y, html, at) ?? [];
    at += key.length;
    const written = matchAt(
      /[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)|(?=>))/dy,
      html,
      at,
    );
    if (!written && matchAt(/[\t\n\f\r ]*=/y, html, at)) return undefined;
    const [from = at, to = at] = written?.indices?.slice(1).find((range) => range !== undefined) ?? [];
    if (!attributes.has(key.toLowerCase()))
      attributes.set(key.toLowerCase(), { value: html.slice(from, to), offset: from });
    at += written?.[0].length ?? 0;
  }
}

function opensScriptInComment(text: string): boolean {
  const comment = text.indexOf('<!--');
  return comment >= 0 && /<script/i.test(text.slice(comment));
}

function textUntilEnd(html: string, { name, end }: Read): string | undefined {
  const found = html.slice(end).search(new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'i'));
  return found < 0 ? undefined : html.slice(end, end + found);
}

/** The open inert elements, from the outermost to the innermost, and how many there are of each name. */
class OpenElements {
  private readonly names: string[] = [];
  private readonly counts = new Map<string, number>();

  get isEmpty(): boolean {
    return this.names.length === 0;
  }

  get isInPicture(): boolean {
    return this.has('svg') || this.has('math');
  }

  /** An end tag closes the last open element of its name, with everything open inside it. */
  follow({ name, isEnd, isSelfClosing }: Read): void {
    if (!INERT.has(name)) return;
    if (!isEnd && (name === 'template' || !isSelfClosing)) this.push(name);
    else if (isEnd && this.has(name)) while (this.pop() !== name);
  }

  private has(name: string): boolean {
    return (this.counts.get(name) ?? 0) > 0;
  }

  private push(name: string): void {
    this.names.push(name);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  private pop(): string | undefined {
    const name = this.names.pop();
    if (name !== undefined) this.counts.set(name, (this.counts.get(name) ?? 0) - 1);
    return name;
  }
}

/** Matches a sticky regular expression at one offset of a text. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
