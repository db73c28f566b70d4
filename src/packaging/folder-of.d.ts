/** The folder of the bundle that contains this code; the build writes related files beside it. */
declare module 'folder-of:bundle' {
  const folder: string;
  export default folder;
}
