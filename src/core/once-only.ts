/** @returns the same function, of which only the first call does anything. */
export function onceOnly<Given extends readonly unknown[]>(
  report: (...given: Given) => void,
): (...given: Given) => void {
  let isDone = false;
  return (...given) => {
    if (!isDone) report(...given);
    isDone = true;
  };
}
