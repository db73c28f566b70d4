import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isExportDeclaration, SyntaxKind } from 'typescript/unstable/ast';
import { importsOf, readSource } from '../../scripts/source.mjs';

/** What each folder of src may import besides itself, and which packages may be imported by one file only. */
const MAY_IMPORT: Record<string, string[]> = {
  core: [],
  api: ['core'],
  devtools: ['core'],
  packaging: ['core'],
  state: ['core'],
  chromium: ['core'],
  app: ['api', 'devtools', 'packaging', 'chromium', 'state', 'core'],
  tools: ['app', 'api', 'devtools', 'packaging', 'chromium', 'state', 'core'],
  cli: ['tools', 'app', 'api', 'devtools', 'packaging', 'state', 'core'],
  ui: ['tools', 'app', 'api', 'devtools', 'packaging', 'state', 'core'],
  'local-service': ['chromium', 'packaging', 'core'],
  webview: ['core'],
};
/** What a window shows at once loads no whole folder: it takes this file itself. */
const BEHIND_INDEX = ['api/retry'];
/**
 * What each folder of `ui` may import from the others, apart from types. The files directly in `ui` connect the
 * folders.
 */
const UI_MAY_USE: Record<string, string[]> = {
  editor: [],
  activities: ['editor'],
  agents: ['editor', 'connections', 'folders', 'upload', 'tests'],
  connections: ['editor'],
  folders: ['editor'],
  sessions: ['editor', 'connections'],
  clicks: ['editor', 'sessions'],
  sequences: ['editor', 'clicks', 'upload'],
  upload: ['editor', 'connections', 'folders', 'sessions'],
  log: ['editor'],
  tasks: ['editor', 'folders', 'upload'],
  debug: ['editor', 'connections', 'folders', 'sessions'],
  preview: ['editor', 'folders'],
  report: ['editor'],
  screen: ['editor', 'sessions'],
  storage: ['editor', 'connections', 'sessions'],
  views: ['editor', 'connections'],
  commands: [
    'editor',
    'agents',
    'connections',
    'folders',
    'sessions',
    'screen',
    'report',
    'clicks',
    'sequences',
    'upload',
    'log',
    'debug',
    'storage',
    'tests',
    'views',
  ],
  tests: ['editor', 'clicks', 'connections', 'debug', 'log', 'report', 'sequences', 'sessions', 'upload'],
};
const ONE_FILE: Record<string, string> = {
  archiver: 'packaging/zip/archive.ts',
  'form-data': 'api/multipart.ts',
  'https-proxy-agent': 'api/network.ts',
  undici: 'devtools/socket.ts',
  ignore: 'packaging/selection/ignore-patterns.ts',
};
const WITH_EDITOR = /^(ui\/|extension\.ts$)/;

const sources = readSource()
  .filter(({ tree }) => !tree.isDeclarationFile)
  .map(({ file, tree }) => ({ file, imports: importsOf(tree) }));
const files = sources.map(({ file }) => file);
const importsByFile = new Map(sources.map(({ file, imports }) => [file, imports]));

function importsIn(file: string): string[] {
  return (importsByFile.get(file) ?? []).map(({ name }) => name);
}

/** The imports of a file that exist at run time. */
function usedBy(file: string): string[] {
  return (importsByFile.get(file) ?? []).flatMap(({ name, isType }) => (isType ? [] : [name]));
}

/** The file of src that a relative import leads to, without its ending. */
function targetOf(file: string, name: string): string | undefined {
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : undefined;
}

/** The package that an import is from. */
const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

const isOutside = (name: string): boolean => !name.startsWith('.');

describe('The layers', () => {
  it('are read from a source that is there', () => {
    assert.ok(files.length > 60, `${files.length} files`);
    assert.deepEqual(importsIn('api/retry.ts'), ['node:timers/promises', '../core/errors', '../core/service-error']);
  });

  for (const [layer, allowed] of Object.entries(MAY_IMPORT)) {
    it(`${layer} imports ${allowed.join(', ') || 'nothing'} besides itself`, () => {
      const wrong = files
        .filter((file) => file.startsWith(`${layer}/`))
        .flatMap((file) => importsIn(file).map((name) => ({ file, name, folder: targetOf(file, name)?.split('/')[0] })))
        .filter(({ folder }) => folder !== undefined && folder !== layer && !allowed.includes(folder));
      assert.deepEqual(wrong, []);
    });
  }

  it('ui sees only what api, devtools and packaging have in their index', () => {
    const behind = files
      .filter((file) => WITH_EDITOR.test(file))
      .flatMap((file) => importsIn(file).flatMap((name) => targetOf(file, name) ?? []))
      .filter((target) => /^(api|devtools|packaging)\//.test(target));
    assert.deepEqual(behind, BEHIND_INDEX);
  });

  for (const [folder, allowed] of Object.entries(UI_MAY_USE)) {
    it(`ui/${folder} uses ${allowed.join(', ') || 'none'} of the folders of ui besides itself`, () => {
      const used = files
        .filter((file) => file.startsWith(`ui/${folder}/`))
        .flatMap((file) => usedBy(file).flatMap((name) => targetOf(file, name) ?? []))
        .flatMap((target) => /^ui\/(\w+)(?:\/|$)/.exec(target)?.[1] ?? [])
        .filter((name) => name in UI_MAY_USE && name !== folder);
      assert.deepEqual(
        [...new Set(used)].filter((name) => !allowed.includes(name)),
        [],
      );
    });
  }

  it('every folder of ui is one of these', () => {
    const folders = new Set(files.flatMap((file) => /^ui\/(\w+)\//.exec(file)?.[1] ?? []));
    assert.deepEqual([...folders].toSorted(), Object.keys(UI_MAY_USE).toSorted());
  });

  it('core has no package and no node: module', () => {
    const outside = files
      .filter((file) => file.startsWith('core/'))
      .flatMap((file) => importsIn(file).filter(isOutside));
    assert.deepEqual(outside, []);
  });

  it('only ui and extension.ts import the editor', () => {
    assert.deepEqual(
      files.filter((file) => importsIn(file).includes('vscode') && !WITH_EDITOR.test(file)),
      [],
    );
  });

  it('no file passes on all that another has', () => {
    assert.deepEqual(
      sources.flatMap(({ file, imports }) =>
        imports.some(({ node }) => isExportDeclaration(node) && node.exportClause?.kind !== SyntaxKind.NamedExports)
          ? [file]
          : [],
      ),
      [],
    );
  });

  it('commands do not import commands', () => {
    const commands = files.filter((file) => file.startsWith('ui/commands/') && !file.endsWith('/index.ts'));
    const wrong = commands.flatMap((file) =>
      importsIn(file)
        .filter((name) => name.startsWith('./') && name !== './command')
        .map((name) => `${file}: ${name}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('what a source file loads ships, and is one of the dependencies, which an audit looks at', () => {
    const { dependencies }: { dependencies: object } = JSON.parse(readFileSync('package.json', 'utf8'));
    const loaded = files.flatMap((file) => usedBy(file).filter((name) => isOutside(name) && !name.includes(':')));
    const fromCss = ['@vscode/codicons'];
    assert.deepEqual(
      [...new Set([...loaded.map(packageOf).filter((name) => name !== 'vscode'), ...fromCss])].toSorted(),
      Object.keys(dependencies).toSorted(),
    );
  });

  for (const [name, only] of Object.entries(ONE_FILE)) {
    it(`only ${only} loads ${name}`, () => {
      const loading = files.filter((file) => importsIn(file).some((each) => packageOf(each) === name));
      assert.deepEqual(
        loading.filter((file) => !file.startsWith('local-service/')),
        [only],
      );
    });
  }
});
