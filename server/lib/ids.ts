import { randomBytes, randomFillSync } from 'node:crypto'

let lastMs = 0
let counter = 0

/** Random bytes are taken in stock: one call for 512 ids costs little more than one call for one. */
const stock = Buffer.alloc(8192)
let used = stock.length

function sixteenRandomBytes(): Buffer {
  if (used === stock.length) {
    randomFillSync(stock)
    used = 0
  }
  used += 16
  return stock.subarray(used - 16, used)
}

/**
 * UUIDv7 (RFC 9562 section 5.7): 48 bits of Unix milliseconds, a 12-bit counter, 62 random bits.
 * Ids made by one process sort in the order they were made.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else if (++counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  const bytes = sixteenRandomBytes()
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes[6] = 0x70 | (counter >> 8)
  bytes[7] = counter & 0xff
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** 256 random bits as base64url: secrets of links and tokens. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
