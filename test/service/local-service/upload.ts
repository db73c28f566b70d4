import type { LocalService, Reply } from '../../support/local-service';

/** A part of a multipart form: a text, or the bytes of a file. */
export type Part = [field: string, value: string | Buffer];

const BOUNDARY = 'part-of-the-test';

/** The content type of `formBytes`. */
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The bytes of a multipart form with exactly these parts, in this order. */
export function formBytes(parts: readonly Part[]): Buffer {
  const written = parts.map(([field, value]) => {
    const file =
      typeof value === 'string' ? '' : '; filename="extension.zip"\r\nContent-Type: application/octet-stream';
    return Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  });
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Posts a multipart form. */
export async function postForm(
  { url, token }: Pick<LocalService, 'url' | 'token'>,
  place: string,
  body: Buffer,
  contentType = FORM_TYPE,
): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': contentType };
  const response = await fetch(`${url}${place}`, { method: 'POST', headers, body: new Uint8Array(body) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : undefined };
}

/** Uploads extensions into a session, with the form as the official Node client writes it. */
export function upload(service: LocalService, session: string, extensions: Record<string, Buffer>): Promise<Reply> {
  const parts = Object.entries(extensions).flatMap(([name, zip], index): Part[] => [
    [`extensions[${index}][name]`, name],
    [`extensions[${index}][zip_file]`, zip],
  ]);
  return postForm(service, `/browsers/${session}/extensions`, formBytes(parts));
}
