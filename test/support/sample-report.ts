import { crc32, deflateSync } from 'node:zlib';
import type { Report, ReportLine } from '../../src/app/report/report';

/** The beginning of what the sample is about. */
export const AT = Date.UTC(2026, 0, 31, 20, 22, 50);

/** A gray PNG. */
export function grayPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc((width + 1) * height, 0xc8);
  for (let row = 0; row < height; row++) rows.writeUInt8(0, row * (width + 1));
  const chunks = [['IHDR', header] as const, ['IDAT', deflateSync(rows)] as const, ['IEND', Buffer.alloc(0)] as const];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks.map(([type, data]) => chunk(type, data))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export function sampleLine(more: Partial<ReportLine>): ReportLine {
  return {
    at: AT + 1000,
    level: 'info',
    source: { kind: 'worker' },
    text: 'started',
    place: 'src/worker.ts:3:1',
    stack: [],
    isUncaught: false,
    isRequest: false,
    ...more,
  };
}

/** A report with all parts: a sequence that failed at its third step. */
export function sampleReport(more: Partial<Report> = {}): Report {
  return {
    at: AT + 60_000,
    session: { id: 'k3h5n8w2q9x7c4v6', label: 'Checkout' },
    connection: { name: 'Staging', host: 'browsers.example.com' },
    versions: { extension: '0.9.0', editor: '1.110.0', chromium: '150.0.7871.100' },
    picture: { at: AT + 59_000, png: grayPng(1280, 800) },
    path: {
      name: 'sign-in.sequence.json',
      steps: [
        { kind: 'open', page: 'https://shop.example.com/' },
        { kind: 'named', target: { role: 'button', name: 'Sign in' }, click: { x: 640, y: 360 }, timeout: 5000 },
        { kind: 'expect', condition: { kind: 'text', text: 'Welcome back' }, timeout: 5000 },
        { kind: 'click', click: { x: 100, y: 700 } },
      ],
      results: [
        { state: 'passed', began: AT, ended: AT + 640 },
        { state: 'byPoint', began: AT + 640, ended: AT + 900, point: { x: 640, y: 360 } },
        { state: 'failed', began: AT + 900, ended: AT + 5900, error: 'The page doesn’t show “Welcome back”.' },
        { state: 'skipped' },
      ],
      picture: { at: AT + 6000, png: grayPng(1280, 801) },
    },
    extensions: [
      {
        id: 'abcdefghijklmnopabcdefghijklmnop',
        name: 'Price Watch',
        version: '1.4.0',
        isEnabled: true,
        upload: {
          at: AT - 90_000,
          bytes: 48_213,
          sha256: 'a'.repeat(64),
          folder: 'same',
          manifestVersion: 3,
          files: [
            { path: 'manifest.json', bytes: 512, sha256: 'b'.repeat(64) },
            { path: 'src/worker.js', bytes: 90_112, sha256: '' },
          ],
          moreFiles: 0,
          problems: [{ severity: 'warning', place: 'manifest.json:7', text: '“tabs” may not be needed.' }],
          moreProblems: 0,
        },
      },
    ],
    log: {
      lines: [
        sampleLine({ at: AT + 650, text: 'watching 3 prices' }),
        sampleLine({
          at: AT + 1200,
          level: 'error',
          text: 'GET https://api.example.com/prices?currency=EUR 503 Service Unavailable',
          isRequest: true,
        }),
        sampleLine({
          at: AT + 1230,
          level: 'error',
          source: { kind: 'contentScript', host: 'shop.example.com' },
          text: 'Uncaught TypeError: Cannot read properties of undefined (reading ‘price’)',
          place: 'src/content.ts:41:17',
          stack: ['show src/content.ts:41:17', 'src/content.ts:12:3'],
          isUncaught: true,
        }),
      ],
      moreLines: 0,
    },
    storage: [{ extension: 'Price Watch', area: 'local', json: '{\n  "count": 3\n}', isCut: false }],
    notes: [],
    ...more,
  };
}
