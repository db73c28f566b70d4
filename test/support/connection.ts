/** The name that the tests give their connection. */
export const CONNECTION = 'Test service';

/** The settings of a user with one connection, to this address. */
export function connectedTo(address: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { 'browserSessions.connections': [{ name: CONNECTION, address, ...more }] };
}
