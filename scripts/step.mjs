/** The time since `start`, formatted for people. */
export function since(start) {
  const seconds = (performance.now() - start) / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Prints what is being done, does it, and prints how long it took, with the note that `note` makes of the result. */
export async function step(title, work, note = () => '') {
  const start = performance.now();
  console.log(`> ${title} …`);
  try {
    const result = await work();
    const told = note(result);
    console.log(`  ${title}: ${told ? `${told}, ` : ''}${since(start)}`);
    return result;
  } catch (error) {
    console.log(`  ${title}: failed after ${since(start)}`);
    throw error;
  }
}
