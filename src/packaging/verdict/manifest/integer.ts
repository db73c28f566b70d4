/** Chromium holds a whole number of a manifest in 32 bits, and takes a larger one for none. */
export const MAX_INTEGER = 2_147_483_647;
