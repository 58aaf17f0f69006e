import { jsonFault } from './json-fault.ts'
import { type ByteSource, NotThisFormat, type ReadingOptions, wholeText } from './reading.ts'

/** Maximum size of a JSON file in bytes. Parsing takes about ten times as much memory. */
export const mostJsonBytes = 128 * 1024 * 1024

export type JsonObject = { readonly [name: string]: unknown }

/** Parses a JSON file. @throws NotThisFormat for a file larger than 128 MiB, and for invalid JSON, with the line of the error */
export async function readJson(source: ByteSource, options: ReadingOptions): Promise<unknown> {
  return parseJson(await wholeText(source, mostJsonBytes, options))
}

/** Parses a JSON text. @throws NotThisFormat if the text is not valid JSON, with the line of the error */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(withWholeIds(text))
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new NotThisFormat(`This is not JSON: ${/line \d+/.test(reason) ? reason : jsonFault(text)}`)
  }
}

/** Quotes numeric identifiers beyond 2^53. `JSON.parse` would round them, so that two different identifiers could become equal. */
function withWholeIds(text: string): string {
  return text.replace(/("(?:id|image_id|category_id|track_id|label|annotator)"\s*:\s*)(-?\d{16,})(?=\s*[,}])/g, (all, name, digits) =>
    Number.isSafeInteger(Number(digits)) ? all : `${name}"${digits}"`
  )
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** Identifier given as a number or a string; null for a number that may have lost digits. */
export function idOf(value: unknown): string | null {
  if (typeof value !== 'number') return textOf(value)
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : null
}

export const finiteOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** Width or height of an image in whole pixels; null for other values. */
export const sideOf = (value: unknown): number | null => {
  const side = typeof value === 'string' ? Number(value) : value
  return typeof side === 'number' && Number.isInteger(side) && side > 0 && side <= 1_000_000 ? side : null
}

export function numbersOf(value: unknown): number[] | null {
  return Array.isArray(value) && value.every(item => finiteOf(item) !== null) ? (value as number[]) : null
}
