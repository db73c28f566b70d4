/** With `--quick`, a benchmark measures little: that shows that it still runs, and its figures say nothing. */
export const isQuick = process.argv.includes('--quick');

/** How much of something a benchmark does: usually, and in its quick form. */
export const amount = (usual, quick) => (isQuick ? quick : usual);
