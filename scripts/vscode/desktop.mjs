// A desktop VS Code of this machine. VSCODE names it (/usr/bin/code) or a version to download (stable, 1.105.0).
import fs from 'node:fs';
import path from 'node:path';

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => fs.existsSync(file));

const isPath = (wish) => /[/\\]/.test(wish);

/** The program itself, which tests need: the `code` command only forwards to it, and does not wait. */
function programOf(file) {
  const bin = path.dirname(fs.realpathSync(file));
  const near = ['../code', '../Code.exe', '../../../MacOS/Electron'].map((place) => path.resolve(bin, place));
  return (
    (path.basename(bin) === 'bin' && near.find((place) => fs.existsSync(place) && fs.statSync(place).isFile())) || file
  );
}

/** The program that VSCODE names; undefined if it is not set. */
export async function wantedProgram() {
  const wish = process.env.VSCODE;
  if (!wish) return undefined;
  if (isPath(wish)) return programOf(wish);
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  return downloadAndUnzipVSCode(wish);
}

/** Whether a window can be shown here, and `code` is not just a connection to another machine's VS Code. */
function hasDesktop() {
  if (process.env.VSCODE_IPC_HOOK_CLI || process.env.WSL_DISTRO_NAME) return false;
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * The `code` command of a desktop VS Code: the one that VSCODE names, else the installed one; undefined if there is
 * none.
 */
export async function findCommand() {
  const wish = process.env.VSCODE;
  if (wish && isPath(wish)) return wish;
  if (wish)
    return (await import('@vscode/test-electron')).resolveCliPathFromVSCodeExecutablePath(await wantedProgram());
  if (!hasDesktop()) return undefined;
  const inApplications = '/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code';
  return (
    onPath(process.platform === 'win32' ? 'code.cmd' : 'code') ??
    (fs.existsSync(inApplications) ? inApplications : undefined)
  );
}
