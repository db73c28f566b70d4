/**
 * Characters. A part of the token with at least this length is removed. Services show shorter parts as a hint on
 * purpose.
 */
const MIN_PART = 8;
/** The maximum number of nested escapes that are decoded. */
const MAX_ESCAPED = 3;
/** Escapes of JSON and JavaScript, of URLs, and of HTML. */
const ESCAPE =
  /\\(["\\/])|\\u00([0-9a-f]{2})|\\u\{0*([0-9a-f]{2})\}|\\x([0-9a-f]{2})|%([0-9a-f]{2})|&#x0*([0-9a-f]{2});|&#0*(\d{2,3});/iy;
/** Invisible characters, and characters that may be removed from a text before it is shown. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** A character, with its position in the original text: UTF-16 offsets, `end` exclusive. */
interface Written {
  readonly character: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a token in text from outside: the whole token or a long part of it, plain or escaped, in any case. The time
 * grows only with the length of the text.
 */
export class WithoutToken {
  private readonly all: string;
  private readonly length: number;
  private readonly parts: ReadonlySet<string>;

  constructor(token: string) {
    this.all = small(token);
    this.length = Math.min(MIN_PART, token.length);
    const starts = Array.from({ length: token.length - this.length + 1 }, (_, at) => at);
    this.parts = new Set(starts.map((at) => this.all.slice(at, at + this.length)));
  }

  /** The text with an ellipsis in place of each part of the token. */
  redact(text: string): string {
    const spans = this.spansIn(text).toSorted((one, other) => one.start - other.start);
    let [redacted, end] = ['', 0];
    for (const span of spans) {
      if (span.end <= end) continue;
      if (span.start > end || end === 0) redacted += `${text.slice(end, span.start)}…`;
      end = span.end;
    }
    return redacted + text.slice(end);
  }

  /**
   * Whether the text contains the whole token. A token shorter than MIN_PART is ignored, because any text could contain
   * it.
   */
  isIn(text: string): boolean {
    return this.all.length >= MIN_PART && readings(text).some((written) => textOf(written).includes(this.all));
  }

  private spansIn(text: string): { readonly start: number; readonly end: number }[] {
    return this.length === 0 ? [] : readings(text).flatMap((written) => this.partsIn(written));
  }

  private partsIn(written: readonly Written[]): { readonly start: number; readonly end: number }[] {
    const text = textOf(written);
    return written.flatMap(({ start }, at) => {
      const last = written[at + this.length - 1];
      return last && this.parts.has(text.slice(at, at + this.length)) ? [{ start, end: last.end }] : [];
    });
  }
}

/** The text as it is written, and with its escapes decoded, up to MAX_ESCAPED times. */
function readings(text: string): Written[][] {
  const found = [plainly(text)];
  for (let last = found[0] ?? []; found.length <= MAX_ESCAPED;) {
    const unescaped = unescape(last);
    if (unescaped.length === last.length) break;
    found.push(unescaped);
    last = unescaped;
  }
  return found;
}

function textOf(written: readonly Written[]): string {
  return written.map(({ character }) => character).join('');
}

/** Splits the text into UTF-16 code units in lower case, one character each. */
function plainly(text: string): Written[] {
  const written = text.split('').map((unit, start) => ({ character: small(unit), start, end: start + 1 }));
  return written.filter(({ character }) => !UNSEEN.test(character));
}

/** Lower-cases only A–Z, because lower-casing other letters may change the length. */
function small(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

function unescape(written: readonly Written[]): Written[] {
  const text = textOf(written);
  const unescaped: Written[] = [];
  for (let at = 0; at < written.length;) {
    ESCAPE.lastIndex = at;
    const found = ESCAPE.exec(text);
    const length = found?.[0].length ?? 1;
    const [first, last] = [written[at], written[at + length - 1]];
    const character = found ? small(characterOf(found)) : first?.character;
    if (first && last && character !== undefined) unescaped.push({ character, start: first.start, end: last.end });
    at += length;
  }
  return unescaped;
}

function characterOf([, itself, ...codes]: RegExpExecArray): string {
  if (itself !== undefined) return itself;
  const decimal = codes.pop();
  const hex = codes.find((code) => code !== undefined);
  return String.fromCharCode(hex === undefined ? Number(decimal) : parseInt(hex, 16));
}
