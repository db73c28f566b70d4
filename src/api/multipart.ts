import type FormData from 'form-data';
import { PassThrough } from 'node:stream';

/**
 * Only this file loads form-data, and only for the first upload, so that it does not slow down the start of the editor.
 */

export interface UploadItem {
  /** Folder name in the browser: `extensions/<name>`. */
  readonly name: string;
  readonly zip: Buffer;
}

export interface MultipartBody {
  readonly headers: Readonly<Record<string, string>>;
  /** Length of the body in bytes, so that it is not sent with chunked encoding. */
  readonly length: number;
  /** The body, from the beginning. */
  body(): AsyncIterable<Buffer>;
  /** Receives the number of body bytes sent so far. */
  readonly onSent: (bytes: number) => void;
}

/**
 * How the form fields of the array are named. Source: docs/service.md, "Upload".
 * - `indexed`: `extensions[0][name]`, `extensions[0][zip_file]`, as the newest official SDK sends it.
 * - `paired`: `extensions.name`, `extensions.zip_file`, repeated for each extension, as the bare browser image accepts
 *   it.
 */
export type FieldNaming = 'indexed' | 'paired';

const FIELDS: Record<FieldNaming, (index: number) => string[]> = {
  indexed: (index) => [`extensions[${index}][name]`, `extensions[${index}][zip_file]`],
  paired: () => ['extensions.name', 'extensions.zip_file'],
};

const CHUNK = 64 * 1024;

/** The body of an upload: for each item its name, then its zip. */
export async function multipartBody(
  items: readonly UploadItem[],
  naming: FieldNaming,
  onSent: (bytes: number) => void,
): Promise<MultipartBody> {
  return formBody((form) => {
    for (const [index, { name, zip }] of items.entries()) {
      const [nameField = '', zipField = ''] = FIELDS[naming](index);
      form.append(nameField, name);
      appendZip(form, zipField, zip, name);
    }
  }, onSent);
}

/** The body that writes what a zip holds into a folder. Source: docs/service.md, "Files of a session". */
export async function unzipBody(
  folder: string,
  zip: Buffer,
  onSent: (bytes: number) => void = () => {},
): Promise<MultipartBody> {
  return formBody((form) => {
    form.append('dest_path', folder);
    appendZip(form, 'zip_file', zip, 'files');
  }, onSent);
}

/** The body that adds an extension to the catalog. Source: docs/service.md, "Optional operations". */
export async function catalogBody({ name, zip }: UploadItem, onSent: (bytes: number) => void): Promise<MultipartBody> {
  return formBody((form) => {
    form.append('name', name);
    appendZip(form, 'file', zip, name);
  }, onSent);
}

function appendZip(form: FormData, field: string, zip: Buffer, name: string): void {
  form.append(field, zip, { filename: `${name}.zip`, contentType: 'application/octet-stream' });
}

/** @param fillIn appends the fields: to a form that is measured, and to one for each time that it is sent. */
async function formBody(fillIn: (form: FormData) => void, onSent: (bytes: number) => void): Promise<MultipartBody> {
  const { default: Form } = await import('form-data');
  let boundary: string | undefined;
  const form = (): FormData => {
    const made = new Form();
    if (boundary) made.setBoundary(boundary);
    fillIn(made);
    return made;
  };
  const first = form();
  boundary = first.getBoundary();
  const length = await new Promise<number>((resolve, reject) => {
    first.getLength((error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
  return { headers: first.getHeaders(), length, onSent, body: () => chunksOf(form()) };
}

/**
 * form-data is an old-style stream. Iterating over it makes sure that the next chunk is read only after the last one
 * was sent.
 */
async function* chunksOf(form: FormData): AsyncGenerator<Buffer> {
  const parts: AsyncIterable<Buffer> = form.pipe(new PassThrough({ readableObjectMode: true }));
  for await (const part of parts) yield* pieces(part);
}

/**
 * form-data emits a zip as a single chunk, so the progress would jump from 0 to 100 %. Each piece is a view: nothing is
 * copied.
 */
function* pieces(part: Buffer): Generator<Buffer> {
  for (let start = 0; start < part.length; start += CHUNK) yield part.subarray(start, start + CHUNK);
}
