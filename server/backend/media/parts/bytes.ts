import { closeSync, openSync, readSync } from 'node:fs'

/** Bytes of a file or a buffer, read on demand. */
export interface Bytes {
  size: number
  /** Reads up to `length` bytes; fewer at the end of the file. */
  at(position: number, length: number): Buffer
}

const windowBytes = 64 * 1024

export const bufferBytes = (buffer: Buffer): Bytes => ({
  size: buffer.length,
  at: (position, length) => buffer.subarray(position, position + length)
})

/** Opens a file for reading on demand. It reads whole windows of the file, because most reads are sequential. */
export function withFileBytes<T>(path: string, size: number, use: (bytes: Bytes) => T): T {
  const file = openSync(path, 'r')
  let window = Buffer.alloc(0)
  let start = 0
  try {
    return use({
      size,
      at(position, length) {
        if (position < start || position + length > start + window.length) {
          const wanted = Buffer.allocUnsafe(Math.max(length, windowBytes))
          window = wanted.subarray(0, readSync(file, wanted, 0, wanted.length, position))
          start = position
        }
        return window.subarray(position - start, position - start + length)
      }
    })
  } finally {
    closeSync(file)
  }
}
