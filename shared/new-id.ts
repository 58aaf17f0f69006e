let lastMs = 0
/** Timestamp part of an id, derived from `lastMs`. */
let time = ''
let counter = 0

/** Pool of random bytes. One call for a thousand ids costs little more than a call for one. */
const stock = new Uint8Array(8192)
let used = stock.length

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * New UUIDv7 (RFC 9562 section 5.7): 48 bits of Unix milliseconds, a 12-bit counter, 62 random bits. Ids from one thread or page sort in the
 * order of their creation, even when the clock is set back.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) begin(now)
  else if (++counter > 0xfff) begin(lastMs + 1)
  if (used === stock.length) {
    // Unlike `crypto.randomUUID`, this call is also available on plain HTTP.
    crypto.getRandomValues(stock)
    used = 0
  }
  const from = used
  used += 8
  const pair = (at: number) => hexPairs[stock[from + at]!]
  const variant = hexPairs[0x80 | (stock[from]! & 0x3f)]
  const count = `${hexPairs[counter >> 8]![1]}${hexPairs[counter & 0xff]}`
  return `${time}-7${count}-${variant}${pair(1)}-${pair(2)}${pair(3)}${pair(4)}${pair(5)}${pair(6)}${pair(7)}`
}

function begin(ms: number): void {
  lastMs = ms
  counter = 0
  const hex = ms.toString(16).padStart(12, '0')
  time = `${hex.slice(0, 8)}-${hex.slice(8)}`
}
