/** Random number generator that returns whole numbers from 0 to 2³² − 1. */
export type Generator = () => number

/**
 * Creates a xoshiro128** 1.1 generator. It uses only 32-bit integers, so every platform draws the same numbers. Period 2¹²⁸ − 1.
 * Source: Blackman & Vigna 2021, doi:10.1145/3460772, https://prng.di.unimi.it/xoshiro128starstar.c (public domain).
 * @throws RangeError when all four words are 0
 */
export function xoshiro128(words: readonly [number, number, number, number]): Generator {
  let [a, b, c, d] = words
  if ((a | b | c | d) === 0) throw new RangeError('A generator with a state of zeros only draws zeros')
  return () => {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotated(d, 11)
    return result
  }
}

/**
 * Creates a generator from a seed. The seed is any text, such as a project's seed and an image's id: `"2026-07|0198…"`. The generator's four
 * words are FNV-1a (32 bit) of the digit 0, 1, 2 or 3 followed by the seed, in UTF-8. Each word is mixed by MurmurHash3's finaliser (fmix32).
 * Sources: RFC 9923 (FNV); Appleby, MurmurHash3 (public domain).
 */
export function seededGenerator(seed: string): Generator {
  const word = (digit: number) => mixed(hashOf(new TextEncoder().encode(`${digit}${seed}`)))
  const words: [number, number, number, number] = [word(0), word(1), word(2), word(3)]
  return xoshiro128(words.every(each => each === 0) ? [1, 0, 0, 0] : words)
}

/**
 * Draws a whole number from 0 to `below` − 1, each with the same probability. Numbers beyond the last whole multiple of `below` are drawn
 * again.
 * @throws RangeError when `below` is not a whole number of 1 to 2³²
 */
export function randomInteger(next: Generator, below: number): number {
  if (!(Number.isInteger(below) && below >= 1 && below <= 2 ** 32)) throw new RangeError(`${below} is not a whole number from 1 to 2³²`)
  const limit = 2 ** 32 - (2 ** 32 % below)
  for (;;) {
    const drawn = next()
    if (drawn < limit) return drawn % below
  }
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

function mixed(word: number): number {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}
