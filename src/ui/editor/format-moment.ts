/** A moment in the editor's language; for today only the time. */
export function formatMoment(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday
    ? at.toLocaleTimeString(undefined, { timeStyle: 'medium' })
    : at.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
}
