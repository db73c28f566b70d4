import { setMaxListeners } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { badRequest, type Problem } from '../problem';
import { messageOf } from '../../core/errors';

/** One part of a multipart form, in the order of the form. A file is on disk. */
export type FormPart = { kind: 'text'; field: string; value: string } | { kind: 'file'; field: string; path: string };

export interface FormRules {
  isField: (field: string) => boolean;
  /** Bytes. */
  largestFile: number;
  mostFiles: number;
}

const MAX_TEXT_BYTES = 64 * 1024;

/**
 * Reads a multipart form and writes its files directly to `folder`. `signal` aborts it. A part that breaks a rule is
 * read to its end and discarded, so that a client that is still sending gets the answer and not a broken connection.
 * @throws a 400.
 */
export async function receiveForm(
  request: IncomingMessage,
  folder: string,
  rules: FormRules,
  signal: AbortSignal,
): Promise<FormPart[]> {
  signal.throwIfAborted();
  const form = openForm(request, rules);
  const parts = new PartCollector(form, folder, rules);
  form.on('field', (field, value, _fieldCut, valueCut) => parts.addText(field, value, valueCut));
  form.on('file', (field, content) => parts.addFile(field, content));
  form.on('filesLimit', () => parts.refuse(`too many files (max: ${rules.mostFiles})`));
  form.on('fieldsLimit', () => parts.refuse(`too many fields (max: ${rules.mostFiles})`));
  try {
    await readToEnd(request, form, signal);
    return await parts.all();
  } finally {
    await parts.stop();
  }
}

class PartCollector {
  private readonly form: BusboyInstance;
  private readonly folder: string;
  private readonly rules: FormRules;
  private readonly parts: FormPart[] = [];
  private readonly writing: Promise<unknown>[] = [];
  private readonly stopping = new AbortController();
  private problem: Problem | undefined;

  constructor(form: BusboyInstance, folder: string, rules: FormRules) {
    this.form = form;
    this.folder = folder;
    this.rules = rules;
    // Every file adds a listener.
    setMaxListeners(0, this.stopping.signal);
  }

  addText(field: string, value: string, isCut: boolean): void {
    if (!this.rules.isField(field)) this.refuse(`invalid field: ${field}`);
    else if (isCut) this.refuse(`${field} is too long`);
    else this.parts.push({ kind: 'text', field, value });
  }

  addFile(field: string, content: BusboyFileStream): void {
    if (!this.rules.isField(field)) this.refuse(`invalid field: ${field}`);
    if (this.problem) {
      content.resume();
      return;
    }
    const target = path.join(this.folder, `${this.parts.length}.zip`);
    this.parts.push({ kind: 'file', field, path: target });
    content.once('limit', () => this.refuse(`${field} is larger than ${this.rules.largestFile} bytes`));
    const writing = pipeline(content, createWriteStream(target), { signal: this.stopping.signal });
    // A write error, such as a full disk, ends the form; otherwise it would wait forever for its reader.
    writing.catch((error: Error) => this.form.destroy(error));
    this.writing.push(writing);
  }

  /** Only the first reason is reported. */
  refuse(message: string): void {
    this.problem ??= badRequest(message);
  }

  async all(): Promise<FormPart[]> {
    if (this.problem) throw this.problem;
    await Promise.all(this.writing);
    return this.parts;
  }

  /** Settles when nothing is being written any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.writing);
  }
}

function openForm({ headers }: IncomingMessage, { largestFile, mostFiles }: FormRules): BusboyInstance {
  // One more than is allowed, so that `pairItems` can reject the request with the number of extensions.
  const limits = { fileSize: largestFile, files: mostFiles + 1, fields: mostFiles + 1, fieldSize: MAX_TEXT_BYTES };
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits });
  } catch (error) {
    throw badRequest(`the body must be multipart/form-data: ${messageOf(error)}`);
  }
}

async function readToEnd(request: IncomingMessage, form: BusboyInstance, signal: AbortSignal): Promise<void> {
  const listening = new AbortController();
  const reading = new Promise<void>((resolve, reject) => {
    const stop = (error: Error): void => {
      request.unpipe(form).resume();
      reject(error);
    };
    const refuse = (error: Error): void =>
      stop('syscall' in error ? error : badRequest(`invalid multipart form: ${error.message}`));
    signal.addEventListener('abort', () => stop(signal.reason), { once: true, signal: listening.signal });
    form.once('finish', resolve);
    form.on('error', refuse);
    request.once('close', () => request.complete || refuse(new Error('the connection ended before its end')));
    request.pipe(form);
  });
  await reading.finally(() => listening.abort());
}
