import { exchangeCodes } from '../../../shared/error-codes/exchange.ts'
import { codedError } from '../../lib/coded-error.ts'

/** Error for a file that is unreadable or not in the expected format. */
export const NotThisFormat = codedError<[string]>(exchangeCodes.NOT_THIS_FORMAT)

export type ByteSource = AsyncIterable<Uint8Array>

export interface ImageSize {
  width: number
  height: number
}

export interface ReadingOptions {
  signal?: AbortSignal
  onProgress?: (bytesRead: number) => void
  /** Looks up the size of an image in the project, because many formats do not include sizes; null for an unknown image. */
  sizeOf?: (fileName: string) => ImageSize | null
  /** Looks up the full file name of an image by its stem; null unless exactly one image has it. */
  nameOf?: (stem: string) => string | null
}

/** Maximum number of image names, or of label names, in one file. A reader keeps them in memory while it streams the file. */
const mostNames = 1_000_000
const longestLine = 1024 * 1024

/** Yields decoded text as it arrives. The source must be UTF-8, with or without a byte order mark. @throws NotThisFormat for binary files */
export async function* decoded(source: ByteSource, { signal, onProgress }: ReadingOptions): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8')
  let bytesRead = 0
  for await (const chunk of source) {
    signal?.throwIfAborted()
    if (bytesRead === 0 && chunk.subarray(0, 4096).includes(0)) throw new NotThisFormat('This is a binary file, not a text file')
    bytesRead += chunk.length
    yield decoder.decode(chunk, { stream: true })
    onProgress?.(bytesRead)
  }
  signal?.throwIfAborted()
  yield decoder.decode()
}

export interface Line {
  /** Line number, from 1. */
  number: number
  text: string
  /** Whether the line was too long and `text` is only its beginning. */
  cut: boolean
  /** Whether the line ends with a lone CR, as in files from old Macs and some instruments. */
  endsWithCr: boolean
}

/** Yields lines without their endings, which may be LF, CRLF or CR. */
export async function* lines(source: ByteSource, options: ReadingOptions): AsyncGenerator<Line, void, undefined> {
  let number = 1
  let rest = ''
  let cut = false
  let held = ''
  for await (const piece of decoded(source, options)) {
    let text = held + piece
    // The next chunk may begin with the LF.
    held = text.endsWith('\r') ? '\r' : ''
    if (held) text = text.slice(0, -1)
    let from = 0
    let [cr, lf] = [text.indexOf('\r'), text.indexOf('\n')]
    while (cr >= 0 || lf >= 0) {
      const end = cr >= 0 && (lf < 0 || cr < lf) ? cr : lf
      const isCrLf = end === cr && lf === cr + 1
      yield { number: number++, text: cut ? rest : rest + text.slice(from, end), cut, endsWithCr: end === cr && !isCrLf }
      from = end + (isCrLf ? 2 : 1)
      if (cr >= 0 && cr < from) cr = text.indexOf('\r', from)
      if (lf >= 0 && lf < from) lf = text.indexOf('\n', from)
      rest = ''
      cut = false
    }
    if (!cut) rest += text.slice(from)
    if (rest.length > longestLine) {
      rest = rest.slice(0, 200)
      cut = true
    }
  }
  if (rest !== '') yield { number, text: rest, cut, endsWithCr: held !== '' }
}

/** Reads a whole text. @throws NotThisFormat if the file is larger than `mostBytes` */
export async function wholeText(source: ByteSource, mostBytes: number, options: ReadingOptions): Promise<string> {
  const parts: string[] = []
  const onProgress = (bytesRead: number) => {
    if (bytesRead > mostBytes)
      throw new NotThisFormat(`This file is longer than ${mostBytes / 1024 / 1024} MiB: split it and import the parts`)
    options.onProgress?.(bytesRead)
  }
  for await (const text of decoded(source, { ...options, onProgress })) parts.push(text)
  return parts.join('')
}

/** Creates a set of the names in a file. Its `add` throws NotThisFormat if there are more names than a file can sensibly have. */
export function seenNames(what: string) {
  const names = new Set<string>()
  return {
    /** @returns whether the name is new */
    add(name: string): boolean {
      if (names.has(name)) return false
      if (names.size >= mostNames) throw new NotThisFormat(`This file names more than ${mostNames.toLocaleString('en')} ${what}: split it`)
      names.add(name)
      return true
    },
    has: (name: string) => names.has(name)
  }
}

/** Parses a finite decimal number; null for any other text, including empty text, `NaN` and hexadecimal. */
export function numberOf(text: string | undefined): number | null {
  if (text === undefined || !/^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/.test(text)) return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

/** Quotes a text from a file for use in a message, shortened to 60 characters. */
export const quoted = (text: string) => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`
