// The clients that the wire benchmark measures, and its parameters.
import { amount } from './amount.mjs';
import { curl, curlCaller, has, node, nothing, startCaller } from './wire-programs.mjs';

/** Size of the files in the uploaded zip. */
export const BYTES = 20e6;
/** Clicks in one round, one after another over a kept connection. */
export const BATCH = amount(200, 5);

export const withCurl = has('curl', '--version');
export const programs = [
  { name: 'ours', start: node('ours'), idle: nothing.node },
  { name: 'SDK, as npm installs it', start: node('sdk'), idle: nothing.node },
  { name: 'SDK, in one file', start: node('bundledSdk'), idle: nothing.node },
  ...(withCurl ? [{ name: 'curl', start: curl, idle: nothing.curl }] : []),
];
/** curl does not stay running, so it needs a new process each time, even beside processes that stay alive. */
export const running = [
  { name: 'ours', open: (token, url) => startCaller('ours', token, url) },
  { name: 'SDK', open: (token, url) => startCaller('sdk', token, url) },
  ...(withCurl ? [{ name: 'curl', open: curlCaller }] : []),
];
