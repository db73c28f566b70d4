/** Where a local service proves to anybody who asks that it has the token that it made. */
export const PROOF_PATH = '/local-service/proof';

/** What a question for a proof may be: a text that was never used before. */
export const NONCE = /^[\w-]{22,100}$/;

/**
 * The proof that a service has its token, which tells nothing about the token. Another service cannot pass it on,
 * because the address is in it.
 * @param address as the service listens at: `http://127.0.0.1:PORT`.
 * @returns an HMAC with SHA-256, in hexadecimal.
 */
export async function proofOf(token: string, address: string, nonce: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(token), algorithm, false, ['sign']);
  const proof = await crypto.subtle.sign('HMAC', key, encoder.encode(`${address} ${nonce}`));
  return Array.from(new Uint8Array(proof), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
