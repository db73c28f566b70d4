import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Whether the last six characters of a GitHub or npm token are the CRC-32 of the characters between its prefix and
 * them, in base 62. Source: "Behind GitHub's new authentication token formats", github.blog, 2021, and npm's
 * equivalent.
 */
export function hasChecksum(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1, -6);
  return inBase62(crc32(body)) === token.slice(-6);
}

function inBase62(value: number): string {
  return Array.from({ length: 6 }, (_, place) => BASE62[Math.floor(value / 62 ** (5 - place)) % 62]).join('');
}

/**
 * Whether a text is a signed JSON Web Token that grants access. Not secret: Supabase's anonymous key, which is meant to
 * be public, an expired token, and the example with `1234567890` from the documentation.
 */
export function isSecretJwt(text: string): boolean {
  const [header = '', payload = ''] = text.split('.');
  if (typeof decodeObject(header)?.['alg'] !== 'string') return false;
  const claims = decodeObject(payload);
  if (!claims || claims['role'] === 'anon' || claims['sub'] === '1234567890') return false;
  return !(typeof claims['exp'] === 'number' && claims['exp'] * 1000 < Date.now());
}

function decodeObject(base64: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(base64, 'base64url').toString());
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? Object.fromEntries(Object.entries(parsed))
      : undefined;
  } catch {
    return undefined;
  }
}

/** A Discord bot token begins with the bot's ID of 17 to 20 digits, in base 64. */
export function isDiscordToken(text: string): boolean {
  return /^\d{17,20}$/.test(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString('latin1'));
}
