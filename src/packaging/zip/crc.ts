/** The polynomial of CRC-32 as zip has it, lowest power first. */
const POLYNOMIAL = 0xedb88320;
/** x to the power 0. */
const ONE = 0x80000000;

/**
 * The CRC-32 of two contents, one after the other, from the CRC-32 of each: that of the first is multiplied by x to the power of
 * the bits that follow it. So the pieces of a file can be looked at in any order, each on its own core.
 */
export function joinCrc(first: number, second: number, secondBytes: number): number {
  return (multiply(first, xToThePower(secondBytes * 8)) ^ second) >>> 0;
}

function xToThePower(power: number): number {
  let result = ONE;
  let square = ONE >>> 1; // x to the power 1, and then 2, 4, 8, …
  for (let left = power; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

/** Multiplies two polynomials over GF(2), modulo the polynomial of CRC-32. */
function multiply(one: number, other: number): number {
  let product = 0;
  let shifted = other;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (one & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}
