/** How the name of a file with a sequence of clicks ends. */
export const SEQUENCE_ENDING = '.sequence.json';
/** The file of a workspace's named points, in its folder `.vscode`. */
export const POINTS_NAME = 'browser-sessions.points.json';
