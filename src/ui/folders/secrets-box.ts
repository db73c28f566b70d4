import * as vscode from 'vscode';
import type { SecretsQuestion } from '../../app/upload/ports';
import { Cancelled } from '../../core/errors';
import { listOf, message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import type { Secret } from '../../packaging';
import { localize, MAX_NAME, t, withIcon } from '../editor/localize';
import { confirmOne } from '../editor/pick';
import { pickInForm, type FormRow } from '../editor/wizard';

const TITLE = message('Files to Upload Although They May Contain Secrets');
const LEAVE_OUT = message('Leave It Out');
const UPLOAD = message('Upload It');
const OPEN = message('Open File');

/**
 * Asks which files with possible secrets to upload anyway.
 * @throws Cancelled if the user does not decide.
 */
export async function askAboutSecrets(question: SecretsQuestion): Promise<string[]> {
  const [only, ...others] = filesOf(question.secrets);
  return only && others.length === 0 ? askAboutOne(question, only) : askAboutSeveral(question);
}

/** A file with all that was found in it. */
interface Found {
  readonly file: string;
  readonly secrets: readonly [Secret, ...Secret[]];
}

async function askAboutOne({ folder, required }: SecretsQuestion, { file, secrets }: Found): Promise<string[]> {
  const [{ line, kind }, ...others] = secrets;
  const more =
    others.length === 0
      ? undefined
      : message('Also: {0}.', listOf(others.map((each) => message('line {0}, {1}', each.line, each.kind))));
  const isRequired = required.has(file);
  const pressed = await confirmOne(message('{0}, line {1}, looks like {2}. Upload it?', file, line, kind), {
    paragraphs: [
      more,
      isRequired
        ? message('The extension needs this file, so it can’t be left out.')
        : message('If you leave it out, a rule in .extensionignore excludes it.'),
    ],
    ...(isRequired
      ? { dont: message('Don’t Upload'), buttons: [UPLOAD, OPEN] }
      : { buttons: [LEAVE_OUT, UPLOAD, OPEN] }),
  });
  if (pressed === OPEN) {
    await showSecret(folder, secrets[0]);
    throw new Cancelled();
  }
  return pressed === UPLOAD ? [file] : [];
}

async function askAboutSeveral({ folder, secrets, required }: SecretsQuestion): Promise<string[]> {
  const chosen = new Set<string>();
  const files = filesOf(secrets);
  return pickInForm<string[]>({
    title: TITLE,
    placeHolder: message('Select the files to upload, then press Enter on the first row'),
    manual: 'package',
    rows: () => [
      { label: uploadLabel(chosen.size, files.length), value: [...chosen] },
      ...files.map((found) => rowOf(found, { folder, required, chosen })),
    ],
  });
}

function uploadLabel(chosen: number, all: number): PlainText {
  if (chosen === 0) return t('$(cloud-upload) Upload Without Them');
  return chosen === all
    ? t('$(cloud-upload) Upload All of Them')
    : t('$(cloud-upload) Upload with {0} of Them', chosen);
}

function rowOf(
  { file, secrets }: Found,
  { folder, required, chosen }: Pick<SecretsQuestion, 'folder' | 'required'> & { readonly chosen: Set<string> },
): FormRow<string[]> {
  const isChosen = chosen.has(file);
  const found = localize(listOf(secrets.map(({ line, kind }) => message('line {0}: {1}', line, kind))), MAX_NAME);
  return {
    label: withIcon(isChosen ? 'check' : 'circle-large-outline', plainText(file, MAX_NAME)),
    description: found,
    ...(required.has(file) &&
      !isChosen && { detail: t('The extension needs this file: without it, nothing is uploaded') }),
    toggle: () => void (isChosen ? chosen.delete(file) : chosen.add(file)),
    button: { icon: 'go-to-file', tooltip: t('Show Line'), run: () => void showSecret(folder, secrets[0]) },
  };
}

function filesOf(secrets: readonly Secret[]): Found[] {
  return [...new Set(secrets.map(({ file }) => file))].flatMap((file) => {
    const [first, ...others] = secrets.filter((secret) => secret.file === file);
    return first ? [{ file, secrets: [first, ...others] }] : [];
  });
}

async function showSecret(folder: string, { file, line, column }: Secret): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(vscode.Uri.file(folder), file), {
    selection: new vscode.Range(at, at),
    preserveFocus: true,
  });
}
