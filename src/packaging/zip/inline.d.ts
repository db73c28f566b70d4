/** The source of a module and of all that it imports, as the text of one script; the build puts it there. */
declare module 'inline:*' {
  const source: string;
  export default source;
}
