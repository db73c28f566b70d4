/** The name that the tests give their connection. */
export const CONNECTION = 'Test service';

/** The setting of a person who has one connection, to this address. */
export function connectedTo(address: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { 'browserSessions.connections': [{ name: CONNECTION, address, ...more }] };
}
