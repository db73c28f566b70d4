import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Launcher } from '../../../src/ui/agents/launcher';
import { temporaryFolder } from '../../support/temporary-folder';
import { can, requires } from '../abilities';

describe('The file that starts the command line', () => {
  let folder: string;
  let cli: string;

  beforeEach(() => {
    // Names with all that a shell would take for its own.
    folder = path.join(temporaryFolder(), can('names') ? `a 'b' $(c) "d" #%20` : `a 'b' $(c) #%20`);
    mkdirSync(folder);
    cli = path.join(folder, 'cli.mjs');
    writeFileSync(cli, 'console.log(JSON.stringify([process.env.ELECTRON_RUN_AS_NODE, ...process.argv.slice(2)]));');
  });

  it('runs the one of this extension, by the program of the editor', async function () {
    requires(this, 'scripts');
    const launcher = new Launcher(path.join(folder, 'storage'), cli);
    await launcher.write();
    const { command, args, env } = launcher.server('/a b');
    assert.equal(env, undefined);
    assert.deepEqual(JSON.parse(execFileSync(command, args, { encoding: 'utf8' })), ['1', 'mcp', '/a b']);
    assert.deepEqual(
      JSON.parse(execFileSync('sh', ['-c', launcher.commandLine(`it's "here"`)], { encoding: 'utf8' })),
      ['1', 'mcp', `it's "here"`],
    );
    assert.equal(statSync(command).mode & 0o777, 0o700);
    assert.equal(readdirSync(path.join(folder, 'storage')).length, 1);
  });

  it('is a module for Windows, where no script can be started', async () => {
    const launcher = new Launcher(folder, 'C:\\Users\\Jo #1\\cli.mjs', 'C:\\Program Files\\Code.exe', true);
    await launcher.write();
    const { command, args, env } = launcher.server();
    assert.equal(command, 'C:\\Program Files\\Code.exe');
    assert.deepEqual([args[1], env], ['mcp', { ELECTRON_RUN_AS_NODE: '1' }]);
    assert.equal(readFileSync(args[0] ?? '', 'utf8'), 'import "file:///C:/Users/Jo%20%231/cli.mjs";\n');
    assert.match(
      launcher.commandLine("C:\\it's ’; calc; ‘ mine ‚‛"),
      /^\$env:ELECTRON_RUN_AS_NODE = '1'; & 'C:\\Program Files\\Code\.exe' '.*' 'mcp' 'C:\\it''s ’’; calc; ‘‘ mine ‚‚‛‛'$/,
    );
  });

  it('is written again after an update, but only if an agent was told of it', async function () {
    requires(this, 'scripts');
    const before = new Launcher(folder, cli);
    await before.renew();
    assert.ok(!existsSync(before.server().command));
    await before.write();
    const updated = path.join(folder, 'updated.mjs');
    writeFileSync(updated, 'console.log("updated")');
    const after = new Launcher(folder, updated);
    await after.renew();
    assert.equal(execFileSync(before.server().command, { encoding: 'utf8' }), 'updated\n');
  });
});
