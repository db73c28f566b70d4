/**
 * Finds the place in a line of a log: after the level, or in a line of a stack. It takes time in proportion to the
 * line, because the rest of the line comes from outside.
 * @param line as it stands in the document of a log.
 */
export function placeInLine(line: string): string | undefined {
  const [head] = /^\S+ \S+ \[\w+\] /.exec(line) ?? [];
  if (head !== undefined) return PLACE.exec(line.slice(head.length))?.[1];
  const [, call] = /^ {4}at (.*)$/.exec(line) ?? [];
  const place = call?.endsWith(')') ? call.slice(call.lastIndexOf(' (') + 2, -1) : call;
  return place !== undefined && PLACE.exec(place)?.[1] === place ? place : undefined;
}

const PLACE = /^(\S.*?:\d+:\d+)(?= |$)/;
