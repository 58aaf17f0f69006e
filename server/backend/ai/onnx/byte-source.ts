import { readSync } from 'node:fs'

/** Random access to the bytes of a file, read on demand. */
export interface ByteSource {
  readonly size: number
  /** @returns the byte at an offset; −1 past the end */
  byteAt(at: number): number
  /** Copies the bytes from `from` to `to`, exclusive. */
  slice(from: number, to: number): Buffer
}

const windowBytes = 64 * 1024

/** Reads an open file through a 64 KiB window, so that memory use does not depend on the file size. */
export function fileSource(descriptor: number, size: number): ByteSource {
  const window = Buffer.alloc(windowBytes)
  let start = 0
  let held = 0
  return {
    size,
    byteAt(at) {
      if (at < start || at >= start + held) {
        start = at
        held = readSync(descriptor, window, 0, windowBytes, at)
      }
      return at < start + held ? (window[at - start] ?? -1) : -1
    },
    slice(from, to) {
      const bytes = Buffer.alloc(to - from)
      const length = readSync(descriptor, bytes, 0, bytes.length, from)
      return bytes.subarray(0, length)
    }
  }
}
