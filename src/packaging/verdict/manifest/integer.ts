/** Chromium stores an integer of a manifest in 32 bits, and does not accept a larger number as an integer. */
export const MAX_INTEGER = 2_147_483_647;
