// Who is measured in the wire bench, and with what.
import { curl, curlCaller, has, node, nothing, startCaller } from './wire-programs.mjs';

/** Of what is in the zip of the upload. */
export const BYTES = 20e6;
/** Clicks of a round, one after the other over a connection that is kept. */
export const BATCH = 200;

export const withCurl = has('curl', '--version');
export const programs = [
  { name: 'ours', start: node('ours'), idle: nothing.node },
  { name: 'SDK, as npm installs it', start: node('sdk'), idle: nothing.node },
  { name: 'SDK, in one file', start: node('bundledSdk'), idle: nothing.node },
  ...(withCurl ? [{ name: 'curl', start: curl, idle: nothing.curl }] : []),
];
/** curl does not run on: beside a process that does, it is a process each time all the same. */
export const running = [
  { name: 'ours', open: (token, url) => startCaller('ours', token, url) },
  { name: 'SDK', open: (token, url) => startCaller('sdk', token, url) },
  ...(withCurl ? [{ name: 'curl', open: curlCaller }] : []),
];
