/** The folder of the bundle that this ends up in: what the build writes beside it is found there. */
declare module 'folder-of:bundle' {
  const folder: string;
  export default folder;
}
