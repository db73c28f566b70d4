import { escapeHtml, unescapeHtml } from '../../core/escape-html';
import { UserError } from '../../core/errors';
import { asCount, asFlag, asRecord, asSha256, asText, asTime, parseJson } from '../../core/json';
import { message } from '../../core/message';
import { pngSize } from '../../core/screen/picture-size';
import { MAX_STEPS, readSequence, resolvePoints, stepFields, type PlayedStep } from '../../core/sequence';
import { STORAGE_AREAS } from '../../core/storage-area';
import { LOG_LEVELS, type LogSource } from '../../devtools';
import { tooDeepAt } from '../../packaging';
import {
  FOLDER_STATES,
  REPORT_LIMITS,
  STEP_STATES,
  type Report,
  type ReportExtension,
  type ReportFile,
  type ReportLine,
  type ReportPath,
  type ReportPicture,
  type ReportProblem,
  type ReportStorage,
  type ReportUpload,
  type StepResult,
} from './report';

/** The version of the data in the file. */
const VERSION = 1;
/** Reports in one file: one, or the two that a replay compares. */
const MAX_REPORTS = 2;

const START = `<template id="browser-sessions-report" data-version="`;
const END = '</template>';

/** The pictures of reports, each with the ID of its element in the page. */
export function picturesOf(reports: readonly Report[]): ReadonlyMap<ReportPicture, string> {
  const pictures = reports.flatMap(({ picture, path }) => [picture, path?.picture]);
  return new Map(
    [...new Set(pictures.filter((each) => each !== undefined))].map((each, index) => [each, `picture-${index + 1}`]),
  );
}

/** The element in the page that has the data of the reports, apart from the pictures, which the page has anyway. */
export function dataElement(reports: readonly Report[]): string {
  const ids = picturesOf(reports);
  const pictureOf = (picture: ReportPicture | undefined): object | undefined =>
    picture && { at: picture.at, image: ids.get(picture) };
  const data = reports.map((report) => ({
    ...report,
    picture: pictureOf(report.picture),
    path: report.path && {
      ...report.path,
      steps: report.path.steps.map(stepFields),
      picture: pictureOf(report.path.picture),
    },
  }));
  return `${START}${VERSION}">${escapeHtml(JSON.stringify(data))}${END}`;
}

/**
 * Reads the reports in a file that may be anybody's. Nothing of the page itself is used but its data and pictures.
 * @param name of the file, for the errors.
 * @throws UserError if it is none of ours, is damaged, or is from a later version of this extension.
 */
export function readReports(text: string, name: string): readonly Report[] {
  const start = text.indexOf(START);
  const foreign = new UserError(message('“{0}” isn’t a report of a session.', name));
  if (start < 0) throw foreign;
  const head = /^(\d{1,6})">/.exec(text.slice(start + START.length, start + START.length + 10));
  const end = text.indexOf(END, start);
  if (!head || end < 0) throw foreign;
  if (Number(head[1]) !== VERSION)
    throw new UserError(
      message('“{0}” is from another version of this extension. Update it to read the report.', name),
    );
  const json = unescapeHtml(text.slice(start + START.length + head[0].length, end));
  const reading = new Reading(text.slice(0, start));
  const data = tooDeepAt(json) === undefined ? parseJson(json) : undefined;
  const reports = Array.isArray(data) ? data.slice(0, MAX_REPORTS).map((each) => reading.report(each)) : [];
  const found = reports.filter((report) => report !== undefined);
  if (found.length === 0 || found.length < reports.length)
    throw new UserError(message('“{0}” is damaged: its data can’t be read.', name));
  return found;
}

/** Reads data that may have any shape: what is wrong in a list is left out, and so is what is beyond our limits. */
class Reading {
  constructor(private readonly page: string) {}

  report(value: unknown): Report | undefined {
    const fields = asRecord(value);
    const at = asTime(fields['at']);
    const session = asRecord(fields['session']);
    const [id, label] = [short(session['id']), short(session['label'])];
    if (at === undefined || id === '' || label === '') return undefined;
    const connection = asRecord(fields['connection']);
    const versions = asRecord(fields['versions']);
    const path = this.path(fields['path']);
    if (fields['path'] !== undefined && !path) return undefined;
    const picture = this.picture(fields['picture']);
    const { extensions, log, storage } = fields;
    return {
      at,
      session: { id, label },
      connection: { name: short(connection['name']), host: short(connection['host']) },
      versions: {
        extension: short(versions['extension']),
        editor: short(versions['editor']),
        chromium: short(versions['chromium']),
      },
      ...(picture && { picture }),
      ...(path && { path }),
      ...(extensions !== undefined && { extensions: list(extensions, REPORT_LIMITS.extensions, readExtension) }),
      ...(log !== undefined && {
        log: {
          lines: list(asRecord(log)['lines'], REPORT_LIMITS.lines, readLine),
          moreLines: asCount(asRecord(log)['moreLines']) ?? 0,
        },
      }),
      ...(storage !== undefined && {
        storage: list(storage, REPORT_LIMITS.extensions * STORAGE_AREAS.length, readStorage),
      }),
      notes: list(fields['notes'], REPORT_LIMITS.notes, asText).map(long),
    };
  }

  /** Of the page only the bytes of its picture are taken. */
  private picture(value: unknown): ReportPicture | undefined {
    const { at, image } = asRecord(value);
    const [time, id] = [asTime(at), asText(image)];
    if (time === undefined || id === undefined || !/^picture-\d{1,2}$/.test(id)) return undefined;
    const start = `<img id="${id}" src="data:image/png;base64,`;
    const begin = this.page.indexOf(start);
    const end = this.page.indexOf('"', begin + start.length);
    if (begin < 0 || end < 0 || end - begin > 2 * REPORT_LIMITS.picture) return undefined;
    const png = Buffer.from(this.page.slice(begin + start.length, end), 'base64');
    return png.length <= REPORT_LIMITS.picture && pngSize(png) ? { at: time, png } : undefined;
  }

  private path(value: unknown): ReportPath | undefined {
    const fields = asRecord(value);
    const steps = readSteps(fields['steps']);
    if (!steps) return undefined;
    const extension = asText(fields['extension']);
    const picture = this.picture(fields['picture']);
    const results = list(fields['results'], MAX_STEPS, readResult);
    return {
      name: short(fields['name']),
      ...(extension !== undefined && { extension: short(extension) }),
      steps,
      results: results.length === steps.length ? results : [],
      ...(picture && { picture }),
    };
  }
}

/** The steps are read as those of a file. */
function readSteps(steps: unknown): readonly PlayedStep[] | undefined {
  const read = readSequence({ version: 2, steps });
  if ('problems' in read) return undefined;
  const resolved = resolvePoints(read.steps, []);
  return 'problems' in resolved ? undefined : resolved.steps;
}

function readResult(value: unknown): StepResult {
  const fields = asRecord(value);
  const state = STEP_STATES.find((each) => each === fields['state']) ?? 'skipped';
  const [began, ended] = [asTime(fields['began']), asTime(fields['ended'])];
  const point = asRecord(fields['point']);
  const [x, y] = [asCount(point['x']), asCount(point['y'])];
  const error = asText(fields['error']);
  return {
    state,
    ...(began !== undefined && { began }),
    ...(ended !== undefined && { ended }),
    ...(x !== undefined && y !== undefined && { point: { x, y } }),
    ...(error !== undefined && { error: long(error) }),
  };
}

function readExtension(value: unknown): ReportExtension {
  const fields = asRecord(value);
  return {
    id: short(fields['id']),
    name: short(fields['name']),
    version: short(fields['version']),
    isEnabled: asFlag(fields['isEnabled']) ?? true,
    ...(fields['upload'] !== undefined && { upload: readUpload(fields['upload']) }),
  };
}

function readUpload(value: unknown): ReportUpload {
  const fields = asRecord(value);
  return {
    at: asTime(fields['at']) ?? 0,
    bytes: asCount(fields['bytes']) ?? 0,
    sha256: asSha256(fields['sha256']) ?? '',
    folder: FOLDER_STATES.find((each) => each === fields['folder']) ?? 'unknown',
    manifestVersion: asCount(fields['manifestVersion']) ?? 0,
    files: list(fields['files'], REPORT_LIMITS.files, readFile),
    moreFiles: asCount(fields['moreFiles']) ?? 0,
    problems: list(fields['problems'], REPORT_LIMITS.problems, readProblem),
    moreProblems: asCount(fields['moreProblems']) ?? 0,
  };
}

function readFile(value: unknown): ReportFile {
  const fields = asRecord(value);
  return { path: long(fields['path']), bytes: asCount(fields['bytes']) ?? 0, sha256: asSha256(fields['sha256']) ?? '' };
}

function readProblem(value: unknown): ReportProblem {
  const fields = asRecord(value);
  return {
    severity: fields['severity'] === 'error' ? 'error' : 'warning',
    place: long(fields['place']),
    text: long(fields['text']),
  };
}

function readLine(value: unknown): ReportLine | undefined {
  const fields = asRecord(value);
  const at = asTime(fields['at']);
  if (at === undefined) return undefined;
  return {
    at,
    level: LOG_LEVELS.find((each) => each === fields['level']) ?? 'info',
    source: readSource(fields['source']),
    text: long(fields['text']),
    place: short(fields['place']),
    stack: list(fields['stack'], REPORT_LIMITS.frames, asText).map(short),
    isUncaught: asFlag(fields['isUncaught']) ?? false,
    isRequest: asFlag(fields['isRequest']) ?? false,
  };
}

function readSource(value: unknown): LogSource {
  const { kind, path, host } = asRecord(value);
  if (kind === 'page') return { kind, path: short(path) };
  return kind === 'contentScript' ? { kind, host: short(host) } : { kind: 'worker' };
}

function readStorage(value: unknown): ReportStorage | undefined {
  const fields = asRecord(value);
  const area = STORAGE_AREAS.find((each) => each === fields['area']);
  if (!area) return undefined;
  const json = asText(fields['json']) ?? '';
  return {
    extension: short(fields['extension']),
    area,
    json: json.slice(0, REPORT_LIMITS.storage),
    isCut: asFlag(fields['isCut']) === true || json.length > REPORT_LIMITS.storage,
  };
}

function list<Item>(value: unknown, limit: number, read: (value: unknown) => Item | undefined): Item[] {
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, limit) : [];
  return items.map(read).filter((item) => item !== undefined);
}

function short(value: unknown): string {
  return (asText(value) ?? '').slice(0, REPORT_LIMITS.name);
}

function long(value: unknown): string {
  return (asText(value) ?? '').slice(0, REPORT_LIMITS.text);
}
