/** Something that a suite needs, and that cannot be had on this machine: the suite does not run, and nothing fails. */
export class NotHere extends Error {}
