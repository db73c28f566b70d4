import type FormData from 'form-data';
import { PassThrough, Readable } from 'node:stream';

/** The only file that loads form-data, and only for the first upload: the start of the editor does not wait for it. */

export interface UploadItem {
  /** Folder name in the browser: `extensions/<name>`. */
  readonly name: string;
  readonly zip: Buffer;
}

export interface MultipartBody {
  /** The body, as it goes out. */
  readonly stream: Readable;
  readonly headers: Record<string, string>;
  /** Length of the body in bytes, so that it does not go out chunked. */
  readonly length: number;
}

const CHUNK = 64 * 1024;

/**
 * The body of an upload. The array's spelling fills a gap of interface.md with what the newest official SDK sends:
 * `extensions[0][name]`, `extensions[0][zip_file]`, name before file. Source: service-facts.md, "Upload".
 * @param onBytes told the bytes handed to the socket so far, as they go.
 */
export async function multipartBody(items: readonly UploadItem[], onBytes: (sent: number) => void): Promise<MultipartBody> {
  const { default: Form } = await import('form-data');
  const form = new Form();
  for (const [index, { name, zip }] of items.entries()) {
    form.append(`extensions[${index}][name]`, name);
    // In pieces: as one buffer it would be handed over at once, and the progress would jump from nothing to all.
    form.append(`extensions[${index}][zip_file]`, Readable.from(pieces(zip)), {
      filename: `${name}.zip`,
      contentType: 'application/octet-stream',
      knownLength: zip.length,
    });
  }
  const length = await new Promise<number>((resolve, reject) => {
    form.getLength((error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
  return { stream: Readable.from(counted(form, onBytes), { objectMode: false, highWaterMark: CHUNK }), headers: form.getHeaders(), length };
}

function* pieces(zip: Buffer): Generator<Buffer> {
  for (let start = 0; start < zip.length; start += CHUNK) yield zip.subarray(start, start + CHUNK);
}

/** form-data is a stream of the old kind; an iterator over it is asked for the next piece only when the socket has taken the last. */
async function* counted(form: FormData, onBytes: (sent: number) => void): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const chunk of form.pipe(new PassThrough({ highWaterMark: CHUNK }))) {
    const bytes = Buffer.from(chunk);
    yield bytes;
    sent += bytes.length;
    onBytes(sent);
  }
}
