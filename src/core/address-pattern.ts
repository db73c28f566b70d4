/**
 * Whether an address is as a pattern says, in which `*` stands for any characters. Compared piece by piece: a pattern of
 * a file must not become a slow regular expression.
 */
export function fitsAddress(pattern: string, address: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (others.length === 0) return address === pattern;
  if (!address.startsWith(first)) return false;
  let at = first.length;
  const last = others.pop() ?? '';
  for (const piece of others) {
    const found = address.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return address.length - last.length >= at && address.endsWith(last);
}
