/** Characters. So long a part of a token is taken out: less is a hint such as services give on purpose. */
const MIN_PART = 8;
/** So often an escape may be escaped again. */
const MAX_ESCAPED = 3;
/** Of JSON and JavaScript, of a URL, and of HTML. */
const ESCAPE =
  /\\(["\\/])|\\u00([0-9a-f]{2})|\\u\{0*([0-9a-f]{2})\}|\\x([0-9a-f]{2})|%([0-9a-f]{2})|&#x0*([0-9a-f]{2});|&#0*(\d{2,3});/iy;
/** What nobody sees, and what may be taken out of a text before it is shown. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** A character, and where in the text it stands, as it is written there. */
interface Written {
  readonly character: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a token in text from outside: the whole of it or a long part, plain or escaped, in capitals or not. In time
 * that grows with the length of the text alone.
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

  /** The text with an ellipsis in the place of each part of the token. */
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

  /** Whether the whole token is in it. One that is shorter than a part could be in anything. */
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

/** The text as it is written, and with its escapes read, again and again. */
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

/** By UTF-16 units, and in small letters: of each unit just one. */
function plainly(text: string): Written[] {
  const written = text.split('').map((unit, start) => ({ character: small(unit), start, end: start + 1 }));
  return written.filter(({ character }) => !UNSEEN.test(character));
}

/** Keeps the length, which other letters may change. */
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
