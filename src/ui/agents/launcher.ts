import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentServer } from '../../app/agents/agent-files';

/**
 * A file that starts the command line of this extension with the editor's own Node. Agents are told of this file: the
 * folder of the extension, and that of a remote editor, have another name after each update, and not everybody has
 * Node. It is written anew whenever one of them has changed.
 */
export class Launcher {
  private readonly file: string;

  /**
   * @param storage the folder that the editor keeps for this extension.
   * @param cli the path of the command line.
   * @param node the path of the editor's program, which is Node if told so.
   */
  constructor(
    storage: string,
    private readonly cli: string,
    private readonly node = process.execPath,
    private readonly isWindows = process.platform === 'win32',
  ) {
    this.file = path.join(storage, isWindows ? 'browser-sessions.mjs' : 'browser-sessions');
  }

  /** How an agent starts the tools. */
  server(folder?: string): AgentServer {
    const args = ['mcp', ...(folder === undefined ? [] : [folder])];
    if (!this.isWindows) return { command: this.file, args };
    // Programs that are no shell start no scripts there; and the editor's own path stays the same.
    return { command: this.node, args: [this.file, ...args], env: { ELECTRON_RUN_AS_NODE: '1' } };
  }

  /** The same for a shell: that of Windows is PowerShell. */
  commandLine(folder: string): string {
    const { command, args } = this.server(folder);
    if (!this.isWindows) return [command, ...args].map((each) => `'${each.replaceAll("'", `'\\''`)}'`).join(' ');
    // PowerShell takes each of these for a quotation mark. Source: CharTraits.cs of PowerShell, IsSingleQuote.
    const quoted = [command, ...args].map((each) => `'${each.replace(/['\u2018-\u201B]/g, '$&$&')}'`).join(' ');
    return `$env:ELECTRON_RUN_AS_NODE = '1'; & ${quoted}`;
  }

  async write(): Promise<void> {
    await mkdir(path.dirname(this.file), { recursive: true });
    // Moved, so that no agent starts half of it.
    const beside = `${this.file}.${process.pid}`;
    await writeFile(beside, this.text());
    await chmod(beside, 0o700);
    await rename(beside, this.file);
  }

  /** Writes it again if an agent was told of it. */
  async renew(): Promise<void> {
    const written = await readFile(this.file, 'utf8').catch(() => undefined);
    if (written !== undefined && written !== this.text()) await this.write();
  }

  private text(): string {
    if (this.isWindows) return `import ${JSON.stringify(pathToFileURL(this.cli, { windows: true }).href)};\n`;
    const quoted = [this.node, this.cli].map((each) => `'${each.replaceAll("'", `'\\''`)}'`).join(' ');
    return `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quoted} "$@"\n`;
  }
}
