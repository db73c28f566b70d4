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

const ESCAPE_BEGINS = new Set(['\\', '%', '&']);
/** All its characters are ASCII, and seen. */
const PLAIN = /^[ -~]*$/;
/** Is in each text that has an escape. */
const MAYBE_ESCAPE = /\\["\\/ux]|%[0-9a-f]{2}|&#/i;

/** A reading of a text, with the place of each of its UTF-16 units in the original: offsets, `ends` exclusive. */
interface Reading {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * Finds a token in text from outside: the whole token or a long part of it, plain, escaped or in base64, in any case.
 * Time and memory grow only with the length of the text.
 */
export class WithoutToken {
  private readonly all: string;
  private readonly length: number;
  private readonly parts: ReadonlySet<string>;
  private readonly pairs: Pairs;

  constructor(token: string) {
    this.all = small(token);
    this.length = Math.min(MIN_PART, token.length);
    const texts = [this.all, ...(this.length < MIN_PART ? [] : inBase64(token).map(small))];
    this.parts = new Set(texts.flatMap((text) => partsOf(text, this.length)));
    this.pairs = new Pairs(this.parts);
  }

  /** The text with an ellipsis in place of each part of the token. */
  redact(text: string): string {
    if (!this.mayBeIn(text)) return text;
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
    return this.all.length >= MIN_PART && readings(text).some((reading) => reading.text.includes(this.all));
  }

  /** Whether a text has to be read with the places of its characters: most texts don’t, and that takes long. */
  private mayBeIn(text: string): boolean {
    if (text.length < this.length || this.length === 0) return false;
    return !PLAIN.test(text) || MAYBE_ESCAPE.test(text) || this.nextPart(text.toLowerCase(), 0) !== -1;
  }

  private spansIn(text: string): Span[] {
    return this.length === 0 ? [] : readings(text).flatMap((reading) => this.partsIn(reading));
  }

  /**
   * Where the next part of the token begins, or -1. Looks at the last pair of where a part could be: if no part has it,
   * none begins before its second character.
   */
  private nextPart(text: string, from: number): number {
    for (let at = from; at + this.length <= text.length;) {
      if (this.length >= 2 && !this.pairs.mayHave(text, at + this.length - 2)) at += this.length - 1;
      else if (this.parts.has(text.slice(at, at + this.length))) return at;
      else at++;
    }
    return -1;
  }

  private partsIn({ text, starts, ends }: Reading): Span[] {
    const spans: Span[] = [];
    for (let at = this.nextPart(text, 0); at !== -1; at = this.nextPart(text, at + 1)) {
      const [start = 0, end = 0] = [starts[at], ends[at + this.length - 1]];
      const last = spans.at(-1);
      if (last && start <= last.end) last.end = end;
      else spans.push({ start, end });
    }
    return spans;
  }
}

/** The pairs of neighbors in some texts. It may take other pairs for one of them. */
class Pairs {
  private readonly known = new Uint8Array(PAIR_CODES);

  constructor(texts: Iterable<string>) {
    for (const text of texts) for (let at = 0; at + 1 < text.length; at++) this.known[codeOfPair(text, at)] = 1;
  }

  mayHave(text: string, at: number): boolean {
    return this.known[codeOfPair(text, at)] === 1;
  }
}

const PAIR_CODES = 4096;

function codeOfPair(text: string, at: number): number {
  return (text.charCodeAt(at) * 67 + text.charCodeAt(at + 1)) % PAIR_CODES;
}

function partsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
}

/**
 * What a token is in base64, as in `Authorization: Basic …`: without the letters that depend on what is before and after
 * it.
 */
function inBase64(token: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + token);
    const [first, end] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(first, end));
  });
}

interface Span {
  readonly start: number;
  end: number;
}

/** The text as it is written, and with its escapes decoded, up to MAX_ESCAPED times. */
function readings(text: string): Reading[] {
  let last = plainly(text);
  const found = [last];
  while (found.length <= MAX_ESCAPED) {
    if (!MAYBE_ESCAPE.test(last.text)) break;
    const unescaped = unescape(last);
    if (unescaped.text.length === last.text.length) break;
    found.push(unescaped);
    last = unescaped;
  }
  return found;
}

/** Collects a reading. An object for each character would take a hundred times the memory of the text. */
class ReadingBuilder {
  private readonly units: Uint16Array;
  private readonly starts: Uint32Array;
  private readonly ends: Uint32Array;
  private length = 0;

  constructor(maxLength: number) {
    this.units = new Uint16Array(maxLength);
    this.starts = new Uint32Array(maxLength);
    this.ends = new Uint32Array(maxLength);
  }

  add(unit: number, start: number, end: number): void {
    const at = this.length++;
    this.units[at] = CAPITAL_A <= unit && unit <= CAPITAL_Z ? unit + TO_SMALL : unit;
    this.starts[at] = start;
    this.ends[at] = end;
  }

  build(): Reading {
    const bytes = new Uint8Array(this.units.buffer, 0, this.length * 2);
    return {
      text: new TextDecoder('utf-16le', { ignoreBOM: true }).decode(bytes),
      starts: this.starts,
      ends: this.ends,
    };
  }
}

const [CAPITAL_A, CAPITAL_Z, TO_SMALL] = [0x41, 0x5a, 0x20];

/** What is seen of the text, in lower case. */
function plainly(text: string): Reading {
  const reading = new ReadingBuilder(text.length);
  for (let at = 0; at < text.length; at++)
    if (isPlain(text.charCodeAt(at)) || !UNSEEN.test(text.charAt(at))) reading.add(text.charCodeAt(at), at, at + 1);
  return reading.build();
}

/** Whether a character is one of ASCII that is seen. */
function isPlain(unit: number): boolean {
  return 0x20 <= unit && unit <= 0x7e;
}

function unescape({ text, starts, ends }: Reading): Reading {
  const reading = new ReadingBuilder(text.length);
  for (let at = 0; at < text.length;) {
    ESCAPE.lastIndex = at;
    const found = ESCAPE_BEGINS.has(text.charAt(at)) ? ESCAPE.exec(text) : null;
    const length = found?.[0].length ?? 1;
    const unit = found ? unitOf(found) : text.charCodeAt(at);
    reading.add(unit, starts[at] ?? 0, ends[at + length - 1] ?? 0);
    at += length;
  }
  return reading.build();
}

/** Lower-cases only A–Z, because lower-casing other letters may change the length. */
function small(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

function unitOf([, itself, ...codes]: RegExpExecArray): number {
  if (itself !== undefined) return itself.charCodeAt(0);
  const decimal = codes.pop();
  const hex = codes.find((code) => code !== undefined);
  return hex === undefined ? Number(decimal) : parseInt(hex, 16);
}
