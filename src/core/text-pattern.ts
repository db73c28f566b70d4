/**
 * Whether a text is as a pattern says, in which `*` stands for any characters. Compared piece by piece, in time that
 * grows with both lengths alone: a pattern from outside must not become a slow regular expression.
 */
export function fitsPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (others.length === 0) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = others.pop() ?? '';
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
