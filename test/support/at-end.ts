const works: (() => Promise<void>)[] = [];

/** Ends something that all files share when all tests are over; what was begun last ends first. */
export function atEnd(work: () => Promise<void>): void {
  works.unshift(work);
}

// Of all suites.
after(async () => {
  for (const work of works) await work();
});
