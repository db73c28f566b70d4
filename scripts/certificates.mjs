// Certificates for tests: those of a company, whose CA the editor is told to trust, and those of an unknown issuer.
import fs from 'node:fs';
import path from 'node:path';
import { generate } from 'selfsigned';

const NAMES = [
  { type: 2, value: 'service.test' },
  { type: 2, value: 'localhost' },
  ...['127.0.0.1', '127.0.0.2', '::1'].map((ip) => ({ type: 7, ip })),
];

async function issue(folder, name) {
  const ca = await generate([{ name: 'commonName', value: `${name} CA` }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: 'commonName', value: 'service.test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: NAMES },
    ],
  });
  for (const [file, text] of Object.entries({ 'ca.pem': ca.cert, 'cert.pem': leaf.cert, 'key.pem': leaf.private }))
    fs.writeFileSync(path.join(folder, `${name}-${file}`), text);
}

/**
 * Writes `company-` and `stranger-` `ca.pem`, `cert.pem` and `key.pem`.
 * @returns the path of the company's CA.
 */
export async function writeCertificates(folder) {
  fs.mkdirSync(folder, { recursive: true });
  await Promise.all(['company', 'stranger'].map((name) => issue(folder, name)));
  return path.join(folder, 'company-ca.pem');
}
