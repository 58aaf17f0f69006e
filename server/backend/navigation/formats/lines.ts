import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { TrackRefused } from './refusal.ts'

const pieceBytes = 256 * 1024
const longestLine = 64 * 1024

export interface Lines {
  /** Number of the first line, from 1. */
  first: number
  lines: string[]
  /** Number of bytes of the file read so far, including these lines. */
  readBytes: number
}

/**
 * Yields the lines of a text file of any length, a few thousand at a time. The encoding is UTF-8, UTF-16 LE with a byte order mark, or otherwise
 * Windows-1252.
 * @throws TrackRefused for a binary file, and when a chunk ends in a line longer than 64 KiB
 */
export async function* linesOf(path: string): AsyncGenerator<Lines, void, undefined> {
  const decoder = new TextDecoder(await encodingOf(path))
  let rest = ''
  let first = 1
  let readBytes = 0
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    readBytes += (piece as Buffer).length
    const text = rest + decoder.decode(piece as Buffer, { stream: true })
    const lines = text.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw new TrackRefused(`Line ${first + lines.length} is longer than 64 KiB: this is not a list of fixes`)
    yield { first, lines, readBytes }
    first += lines.length
  }
  rest += decoder.decode()
  if (rest !== '') yield { first, lines: rest.split(/\r\n|\n|\r/), readBytes }
}

async function encodingOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, 0)
    const start = buffer.subarray(0, bytesRead)
    if (start.subarray(0, 2).toString('latin1') === 'PK')
      throw new TrackRefused('This is an Excel workbook or a ZIP archive: save the table as CSV (text)')
    if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
    const zero = start.indexOf(0)
    if (zero >= 0) throw new TrackRefused(`This is not a text file: byte ${zero + 1} is 0`)
    try {
      // A character cut off at the end of the chunk does not count as invalid.
      new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
      return 'utf-8'
    } catch {
      return 'windows-1252'
    }
  } finally {
    await file.close()
  }
}
