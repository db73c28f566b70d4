/** See pauses.mjs. */
export function longestPause<T>(
  work: () => Promise<T>,
): Promise<{ readonly late: number; readonly ran: number; readonly result: T }>;
