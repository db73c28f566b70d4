/**
 * Whether a text looks randomly generated: digits among letters, few repeated characters, and no typical words of an
 * example.
 */
export function looksRandom(text: string): boolean {
  const isHex = /^[0-9a-f-]+$/i.test(text);
  return /\d\D*\d/.test(text) && /[a-z]/i.test(text) && !looksLikeExample(text) && entropy(text) >= (isHex ? 2.9 : 3.6);
}

/** Whether a text is a placeholder for a secret, as in documentation and templates. */
export function looksLikeExample(text: string): boolean {
  return EXAMPLE.test(text) || /(.)\1{5}/.test(text) || /[<>{}$%*…]|\.\.\./.test(text);
}

const EXAMPLE =
  /your|example|placeholder|sample|dummy|fake|change_?me|replace|insert|redacted|xxxx|123456789|abcdefgh|secret[-_]?here|token[-_]?here|key[-_]?here|lorem|foobar|undefined/i;

/** Identifiers, paths and message names consist of words between dots, dashes and slashes, and contain few digits. */
export function isWords(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return (
    digits * 20 < text.length ||
    text.split(/[-_./:]/).filter((part) => /^([a-z]{3,}|[A-Z]{4,}|[a-z]*([A-Z][a-z]{2,})+)$/.test(part)).length > 1
  );
}

/**
 * Shannon entropy in bits per character: at most 4 for hexadecimal digits, about 4.5 for 30 random letters and digits.
 */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0);
}
