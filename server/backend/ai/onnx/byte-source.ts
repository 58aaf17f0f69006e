import { readSync } from 'node:fs'

/** Bytes of a file, read on demand. */
export interface ByteSource {
  readonly size: number
  /** @returns −1 after the end */
  byteAt(at: number): number
  /** Copies of the bytes from `from` to `to`, exclusive. */
  slice(from: number, to: number): Buffer
}

const windowBytes = 64 * 1024

/** Reads an open file through one window, so that a large file costs no memory. */
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
