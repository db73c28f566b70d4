import { isExtensionName } from '../../core/extension-name';
import { badRequest } from '../problem';
import type { FormPart } from './receive-form';

/** Limits of the service's newest browser image. */
export const MAX_EXTENSIONS = 20;
export const MAX_ZIP_BYTES = 50 * 1024 * 1024;

/** An element of the request's `extensions`, with its zip on disk. */
export interface UploadItem {
  name: string;
  zipPath: string;
}

/** `extensions[0][name]`, `extensions[][name]`, `extensions.0.name`, `extensions.name`: the official clients differ. */
const FIELD =
  /^extensions(?:\[(?<bracketed>\d*)\]\[(?<key>name|zip_file)\]|(?:\.(?<dotted>\d+))?\.(?<dottedKey>name|zip_file))$/;

export function isUploadField(field: string): boolean {
  return FIELD.test(field);
}

/**
 * Pairs names and zips: by index if there is one, in any order, else the n-th name with the n-th zip. The result has
 * the order of the parts.
 * @throws a 400 for a part that is missing or duplicated, or an invalid name.
 */
export function pairItems(parts: readonly FormPart[]): UploadItem[] {
  const byIndex = new Map<string, Partial<UploadItem>>();
  const unnumbered = { name: 0, zip_file: 0 };
  for (const part of parts) {
    const { index, key } = readField(part.field);
    const place = index ?? `#${unnumbered[key]++}`;
    byIndex.set(place, add(byIndex.get(place) ?? {}, key, part));
  }
  const items = [...byIndex.values()].map(complete);
  checkNames(items.map(({ name }) => name));
  return items;
}

function readField(field: string): { index: string | undefined; key: 'name' | 'zip_file' } {
  const { bracketed, dotted, key, dottedKey } = FIELD.exec(field)?.groups ?? {};
  return { index: bracketed || dotted || undefined, key: (key ?? dottedKey) === 'name' ? 'name' : 'zip_file' };
}

function add(item: Partial<UploadItem>, key: 'name' | 'zip_file', part: FormPart): Partial<UploadItem> {
  if (key === 'name' ? item.name !== undefined : item.zipPath !== undefined)
    throw badRequest(`field given twice: ${part.field}`);
  if (key === 'name' && part.kind === 'text') return { ...item, name: part.value };
  if (key === 'zip_file' && part.kind === 'file') return { ...item, zipPath: part.path };
  throw badRequest(`${part.field} must be ${key === 'name' ? 'a text' : 'a file'}`);
}

function complete({ name, zipPath }: Partial<UploadItem>): UploadItem {
  if (name === undefined) throw badRequest('each zip_file needs a name');
  if (zipPath === undefined) throw badRequest(`extension ${name} has no zip_file`);
  return { name, zipPath };
}

function checkNames(names: readonly string[]): void {
  if (names.length === 0) throw badRequest('extensions is required: at least one name with its zip_file');
  if (names.length > MAX_EXTENSIONS) throw badRequest(`too many extensions: ${names.length} (max: ${MAX_EXTENSIONS})`);
  const wrong = names.find((name) => !isExtensionName(name));
  if (wrong !== undefined)
    throw badRequest(
      `invalid extension name: ${JSON.stringify(wrong)} (1 to 255 letters, digits, dots, dashes or underscores)`,
    );
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw badRequest(`extension name given twice: ${twice}`);
}
