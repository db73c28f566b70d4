import type FormData from 'form-data';
import { PassThrough, Readable } from 'node:stream';

/** The only file that loads form-data, and only for the first upload: the start of the editor does not wait for it. */

export interface UploadItem {
  /** Folder name in the browser: `extensions/<name>`. */
  readonly name: string;
  readonly zip: Buffer;
}

export interface MultipartBody {
  readonly headers: Readonly<Record<string, string>>;
  /** Length of the body in bytes, so that it does not go out chunked. */
  readonly length: number;
  /** The body, from its beginning. */
  body(): AsyncIterable<Buffer>;
  /** Told the bytes of the body that have left so far. */
  readonly onSent: (bytes: number) => void;
}

/**
 * How the array is spelled, which interface.md does not show. Source: service-facts.md, "Upload".
 * - `indexed`: `extensions[0][name]`, `extensions[0][zip_file]`, as the newest official SDK sends it.
 * - `paired`: `extensions.name`, `extensions.zip_file`, again and again, as the bare browser image takes it.
 */
export type Spelling = 'indexed' | 'paired';

const FIELDS: Record<Spelling, (index: number) => string[]> = {
  indexed: (index) => [`extensions[${index}][name]`, `extensions[${index}][zip_file]`],
  paired: () => ['extensions.name', 'extensions.zip_file'],
};

const CHUNK = 64 * 1024;

/** The body of an upload: of each item its name, and then its zip. */
export async function multipartBody(items: readonly UploadItem[], spelling: Spelling, onSent: (bytes: number) => void): Promise<MultipartBody> {
  const { default: Form } = await import('form-data');
  let boundary: string | undefined;
  const form = (): FormData => {
    const made = new Form();
    if (boundary) made.setBoundary(boundary);
    for (const [index, { name, zip }] of items.entries()) {
      const [nameField = '', zipField = ''] = FIELDS[spelling](index);
      made.append(nameField, name);
      // In pieces: as one buffer it would be handed over at once, and the progress would jump from nothing to all.
      made.append(zipField, Readable.from(pieces(zip)), { filename: `${name}.zip`, contentType: 'application/octet-stream', knownLength: zip.length });
    }
    return made;
  };
  const first = form();
  boundary = first.getBoundary();
  const length = await new Promise<number>((resolve, reject) => {
    first.getLength((error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
  return { headers: first.getHeaders(), length, onSent, body: () => chunksOf(form()) };
}

function* pieces(zip: Buffer): Generator<Buffer> {
  for (let start = 0; start < zip.length; start += CHUNK) yield zip.subarray(start, start + CHUNK);
}

/** form-data is a stream of the old kind; an iterator over it is asked for the next piece only when the last one has left. */
async function* chunksOf(form: FormData): AsyncGenerator<Buffer> {
  for await (const chunk of form.pipe(new PassThrough({ highWaterMark: CHUNK }))) yield Buffer.from(chunk);
}
