import { throwIfCancelled } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { replaceValue } from '../manifest/edits';
import { member, property } from '../manifest/manifest-text';
import type { Page, PageFile } from '../manifest/pages';
import type { Fix, Problem } from '../problem';
import type { SourceText } from '../source-text';
import { type Finding, problemAt, type Source } from './finding';
import { exclusionOf } from './named-file-checks';
import type { PackageContents } from './package-contents';

/**
 * Checks the included pages: files that they load but that are missing or unusable, and scripts that Chromium never
 * runs.
 */
export async function checkPages(contents: PackageContents, signal: AbortSignal): Promise<Problem[]> {
  const problems: (readonly Problem[])[] = [];
  for (const page of contents.pages.filter((each) => contents.file(each.path))) {
    throwIfCancelled(signal);
    problems.push(await checkFiles(contents, page), checkScripts(contents, page));
  }
  return problems.flat();
}

/** A file is reported once per page. */
async function checkFiles(contents: PackageContents, { path, text, files }: Page): Promise<Problem[]> {
  const firsts = new Map(files.toReversed().map((file) => [file.path, file]));
  const wrong = files.filter(
    (file) => (file.kind === 'source' || !contents.file(file.path)) && firsts.get(file.path) === file,
  );
  const findings = await Promise.all(
    wrong.map(async (file) => ({ file, finding: await findingOf(contents, text, file) })),
  );
  return findings.flatMap(({ file, finding }) => (finding ? [problemAt({ file: path, text }, file, finding)] : []));
}

/** What is wrong with a file that a page or script loads; undefined if nothing is. */
export async function findingOf(
  contents: PackageContents,
  text: SourceText,
  file: PageFile,
): Promise<Finding | undefined> {
  if (file.kind === 'source') return sourceFinding(file);
  const otherCase = contents.inOtherCase(file.path);
  if (otherCase !== undefined) return letterCase(text, file, otherCase);
  const excluded = await exclusionOf(contents, file.path);
  // A file that no rule can include is reported with the selection's problems.
  if (excluded) return excluded.rule.kind === 'none' ? undefined : excludedFinding(file, excluded.reason);
  return file.kind === 'script' || file.kind === 'style' ? missingFinding(file) : undefined;
}

function sourceFinding({ path, page }: PageFile): Finding {
  const words = message(
    '{0} loads “{1}” as a module, but Chromium runs only modules with names ending in .js or .mjs. Build the extension and choose the built folder.',
    page,
    path,
  );
  return { severity: 'warning', code: 'file-ending', message: words, missingFile: path };
}

function letterCase(text: SourceText, file: PageFile, onDisk: string): Finding {
  const right = spelled(file, onDisk);
  const fixes: readonly Fix[] =
    right === file.name
      ? []
      : [{ kind: 'edit', title: message('Change to “{0}”', onDisk), edits: replaceValue(text, file, right) }];
  return {
    severity: 'warning',
    code: 'letter-case',
    fixes,
    message: message(
      '“{0}” is named {1} on disk. Sessions run on Linux, where case matters. Use the name on disk.',
      file.name,
      onDisk,
    ),
  };
}

/**
 * The name with the case that the file has on disk, if the end of its path is written in the name; a prefix that leaves
 * the page's folder stays unchanged.
 */
function spelled({ name, path }: PageFile, onDisk: string): string {
  const [, before = '', written = ''] = /^((?:\.{0,2}\/)*)([^?#]*)/.exec(name) ?? [];
  return path.endsWith(written) && path.length === onDisk.length
    ? before + onDisk.slice(-written.length) + name.slice(before.length + written.length)
    : name;
}

function excludedFinding({ path, page }: PageFile, reason: Message): Finding {
  const words = message('{0} loads “{1}”, which is excluded from the zip ({2}). Include it.', page, path, reason);
  return {
    severity: 'warning',
    code: 'file-excluded',
    message: words,
    fixes: [{ kind: 'include', title: message('Include {0}', path), file: path }],
  };
}

function missingFinding({ path, page }: PageFile): Finding {
  const words = message('{0} loads “{1}”, which doesn’t exist. Create it or fix the path.', page, path);
  return {
    severity: 'warning',
    code: 'page-file-missing',
    missingFile: path,
    message: words,
    fixes: [{ kind: 'create', title: message('Create {0}', path), file: path, content: '' }],
  };
}

/**
 * With manifest version 3, no policy can allow inline code in a page or scripts from the web; a sandboxed page has its
 * own policy.
 */
function checkScripts(
  { manifest }: PackageContents,
  { path, text, isSandboxed, inlineScript, inlineHandler, scriptLink, remoteScripts }: Page,
): Problem[] {
  if (isSandboxed || property(manifest, 'manifest_version')?.value !== 3) return [];
  const source: Source = { file: path, text };
  const inline = message(
    '{0} contains an inline script, which Chromium never runs in extension pages. Move it to a file: <script src="…"></script>',
    path,
  );
  const link = message(
    '{0} has a link with code (javascript:), which Chromium never runs in extension pages. Listen for its click in a script file.',
    path,
  );
  const remote = message(
    '{0} loads a remote script, which Chromium blocks in extension pages. Add the script to the folder and load it from there.',
    path,
  );
  const policy: unknown = member(property(manifest, 'content_security_policy'), 'extension_pages')?.value;
  const remoteScript = remoteScripts.find((range) => !isAllowed(policy, text.getText(range)));
  return [
    ...(inlineScript
      ? [problemAt(source, inlineScript, { severity: 'warning', code: 'inline-script', message: inline })]
      : []),
    ...(inlineHandler
      ? [
          problemAt(source, inlineHandler, {
            severity: 'warning',
            code: 'inline-script',
            message: handlerWords(path, inlineHandler.name),
          }),
        ]
      : []),
    ...(scriptLink
      ? [problemAt(source, scriptLink, { severity: 'warning', code: 'inline-script', message: link })]
      : []),
    ...(remoteScript
      ? [problemAt(source, remoteScript, { severity: 'warning', code: 'remote-script', message: remote })]
      : []),
  ];
}

function handlerWords(path: string, name: string): Message {
  return message(
    '{0} has an inline event handler ({1}), which Chromium never runs in extension pages. Add it in a script file: addEventListener("{2}", …)',
    path,
    name,
    name.slice('on'.length),
  );
}

/** A policy may allow scripts from the machine that the browser runs on: developers serve their scripts from there. */
function isAllowed(policy: unknown, address: string): boolean {
  const [host] = /(?<=\/\/)(?:localhost|127\.0\.0\.1)(?=[:/?#]|$)/i.exec(address) ?? [];
  return host !== undefined && typeof policy === 'string' && policy.toLowerCase().includes(host.toLowerCase());
}
