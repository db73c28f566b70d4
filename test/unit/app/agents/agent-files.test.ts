import assert from 'node:assert/strict';
import {
  AGENT_FILES,
  stateIn,
  withServer,
  type AgentFile,
  type AgentServer,
} from '../../../../src/app/agents/agent-files';

const SERVER: AgentServer = { command: '/home/me/browser-sessions', args: ['mcp'] };
const CLAUDE: AgentFile = { path: '.mcp.json', key: 'mcpServers' };
const CODE: AgentFile = { path: '.vscode/mcp.json', key: 'servers' };

describe('A file that says which servers an agent starts', () => {
  for (const file of AGENT_FILES)
    it(`is made with ours: ${file.path}`, () => {
      const text = withServer('', file, SERVER);
      assert.deepEqual(JSON.parse(text), { [file.key]: { 'browser-sessions': SERVER } });
      assert.ok(text.endsWith('}\n'));
      assert.equal(stateIn(text, file, SERVER), 'same');
    });

  it('keeps all else as it is', () => {
    const text = `{
	// Of the team.
	"inputs": [{ "id": "key",   "type": "promptString" }],
	"servers": {
		"other": { "command": "other" }, // as always
	},
}
`;
    const added = withServer(text, CODE, SERVER);
    assert.equal(stateIn(added, CODE, SERVER), 'same');
    for (const kept of [
      '// Of the team.',
      '[{ "id": "key",   "type": "promptString" }]',
      '"other": { "command": "other" }, // as always',
    ])
      assert.ok(added.includes(kept), added);
    assert.match(added, /\n\t\t"browser-sessions"/);
    const removed = withServer(added, CODE, undefined);
    assert.equal(stateIn(removed, CODE, SERVER), 'absent');
    assert.ok(removed.includes('// Of the team.'));
    assert.deepEqual(JSON.parse(withServer('{"mcpServers":{"a":{}},"b":1}', CLAUDE, SERVER)), {
      mcpServers: { a: {}, 'browser-sessions': SERVER },
      b: 1,
    });
  });

  it('keeps the line endings of Windows', () => {
    const added = withServer('{\r\n  "mcpServers": {}\r\n}\r\n', CLAUDE, SERVER);
    assert.deepEqual(added.match(/(?<!\r)\n/g), null);
  });

  it('replaces what has our name, and nothing else', () => {
    const text = '{ "mcpServers": { "browser-sessions": { "command": "evil", "env": { "A": "1" } }, "b": {} } }';
    assert.equal(stateIn(text, CLAUDE, SERVER), 'other');
    assert.deepEqual(JSON.parse(withServer(text, CLAUDE, SERVER)), {
      mcpServers: { 'browser-sessions': SERVER, b: {} },
    });
  });

  for (const text of ['{', '[]', '7', '{ "mcpServers": [] }', '{ "mcpServers": "no" }', '{} {}', 'null'])
    it(`is left alone if it is not valid: ${text}`, () => {
      assert.throws(() => stateIn(text, CLAUDE, SERVER), /^UserError: \.mcp\.json isn’t valid\./);
      assert.throws(() => withServer(text, CLAUDE, SERVER), /^UserError: \.mcp\.json isn’t valid\./);
    });

  it('has no server by a name that every object has', () => {
    assert.equal(stateIn('{ "mcpServers": { "__proto__": {} } }', CLAUDE, SERVER), 'absent');
  });
});
