/** UTF-16 units and bytes of a name: a file system has 255 of either, and what is written beside it is longer. */
const MAX_UNITS = 100;
const MAX_BYTES = 160;
/** What Windows takes for a device, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=$|\.)/i;

/** Names of the files of one folder, made of texts from outside: none leads elsewhere, and no two are the same. */
export class FileNames {
  private readonly taken: Set<string>;

  /** @param taken names that are not given. */
  constructor(...taken: readonly string[]) {
    this.taken = new Set(taken.map(asCompared));
  }

  /** @param ending such as `.png`. */
  next(text: string, ending: string): string {
    const base = safeName(text);
    for (let count = 1; ; count++) {
      const name = `${base}${count === 1 ? '' : `-${count}`}${ending}`;
      if (this.taken.has(asCompared(name))) continue;
      this.taken.add(asCompared(name));
      return name;
    }
  }
}

/** Some systems do not tell large letters from small ones, nor two ways to write the same letter. */
function asCompared(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}

function safeName(text: string): string {
  const safe = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/-*\.[.-]+/g, '-')
    .replaceAll(/^[.-]+/g, '')
    .replace(DEVICE, '_$&');
  return cut(safe).replace(/[.-]+$/, '') || 'unnamed';
}

function cut(text: string): string {
  let part = '';
  for (const letter of text) {
    if (part.length + letter.length > MAX_UNITS || Buffer.byteLength(part + letter) > MAX_BYTES) break;
    part += letter;
  }
  return part;
}
