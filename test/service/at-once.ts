import { setImmediate } from 'node:timers/promises';

/**
 * Ends as the work does, if that ends without waiting for anything outside of this process: for no file, no other
 * process and no timer. That holds on a loaded machine too, where the clock says nothing.
 */
export function atOnce(work: Promise<string>): Promise<string> {
  return Promise.race([work, setImmediate('later')]);
}
