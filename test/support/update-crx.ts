import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { zipBytes } from './zip-bytes';

/** The key of an extension, and the ID that follows from it. */
export interface ExtensionKey {
  readonly privateKey: KeyObject;
  readonly publicKey: Buffer;
  readonly id: string;
}

export function extensionKey(): ExtensionKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { privateKey, publicKey: der, id: idOf(der) };
}

/** An ID is a hash in letters from a to p. */
function idOf(publicKey: Buffer): string {
  const digits = createHash('sha256').update(publicKey).digest('hex').slice(0, 32);
  return digits.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}

/** A signed package. Source: components/crx_file/crx3.proto of Chromium. */
export function crxBytes(files: Readonly<Record<string, string>>, { privateKey, publicKey }: ExtensionKey): Buffer {
  const zip = zipBytes(Object.entries(files).map(([name, content]) => ({ name, content })));
  const signed = field(1, createHash('sha256').update(publicKey).digest().subarray(0, 16));
  const signature = createSign('sha256')
    .update(Buffer.concat([Buffer.from('CRX3 SignedData\0'), uint32(signed.length), signed, zip]))
    .sign(privateKey);
  const proof = Buffer.concat([field(1, publicKey), field(2, signature)]);
  const header = Buffer.concat([field(2, proof), field(10_000, signed)]);
  return Buffer.concat([Buffer.from('Cr24'), uint32(3), uint32(header.length), header, zip]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A field of bytes in the format of protocol buffers. */
function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
