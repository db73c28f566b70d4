import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import type { TextRange } from '../source-text';

/** A start tag of an HTML page. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  /** Offset of its `<`. */
  readonly offset: number;
  /** By their names in lower case; if an attribute occurs twice, the first one counts. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** The content of a script; empty for other elements. */
  readonly text: string;
}

/** The place is that of the value as it is written, without quotes. */
export interface Attribute extends TextRange {
  /** With its character references decoded. */
  readonly value: string;
}

/** How the content of the elements that contain only text is read. If a page's scripts run, `noscript` is one of them. */
const TEXT_ONLY: ReadonlyMap<string, Tokenizer['state']> = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
  ['plaintext', TokenizerMode.PLAINTEXT],
]);
/**
 * Elements whose content is skipped: content of a template is inactive, and graphics inside a page have their own
 * rules.
 */
const INERT: ReadonlySet<string> = new Set(['template', 'svg', 'math']);
/** Chromium nests elements no deeper. */
const MAX_DEPTH = 512;

/**
 * The wanted start tags that create elements of a page, in order; without the content of templates and SVG,
 * and without a script that is not closed. The page is only tokenized: for a hostile page, building the tree takes time
 * that grows with the square of its size.
 */
export function startTags(html: string, isWanted: (tag: Token.TagToken) => boolean): readonly Tag[] {
  const tags: Tag[] = [];
  /** The open inert elements, from the outermost to the innermost. */
  const open: string[] = [];
  let script: Token.TagToken | undefined;
  const add = (tag: Token.TagToken, text = ''): void => {
    if (open.length === 0 && isWanted(tag)) tags.push({ ...tagOf(html, tag), text });
  };
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (tag) => {
        const { tagName: name, selfClosing } = tag;
        if (!tokenizer.inForeignNode) tokenizer.state = TEXT_ONLY.get(name) ?? tokenizer.state;
        if (tokenizer.state === TokenizerMode.SCRIPT_DATA) script = tag;
        else add(tag);
        if (INERT.has(name) && (name === 'template' || !selfClosing)) open.push(name);
        if (open.length > MAX_DEPTH) tokenizer.state = TokenizerMode.PLAINTEXT;
        tokenizer.inForeignNode = isInPicture(open);
      },
      onEndTag: (tag) => {
        if (script) add(script, html.slice(script.location?.endOffset, tag.location?.startOffset));
        script = undefined;
        // It closes everything that is open inside the element, too.
        const last = open.lastIndexOf(tag.tagName);
        if (last >= 0) open.length = last;
        tokenizer.inForeignNode = isInPicture(open);
      },
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(html, true);
  return tags;
}

function ignore(): void {}

function isInPicture(open: readonly string[]): boolean {
  return open.includes('svg') || open.includes('math');
}

function tagOf(html: string, { tagName, attrs, location }: Token.TagToken): Omit<Tag, 'text'> {
  const attributes = attrs.map(({ name, value }) => {
    const { startOffset = 0, endOffset = 0 } = location?.attrs?.[name] ?? {};
    const written = /^=?[^=]*=[\t\n\f\r ]*(["']?)([^]*)\1$/d.exec(html.slice(startOffset, endOffset));
    const [from = 0, to = 0] = written?.indices?.[2] ?? [];
    return [name, { value, offset: startOffset + from, length: to - from }] as const;
  });
  return { name: tagName, offset: location?.startOffset ?? 0, attributes: new Map(attributes) };
}
