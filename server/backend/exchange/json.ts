import { type ByteSource, NotThisFormat, type ReadingOptions, wholeText } from './reading.ts'

/** Longest JSON that is read at once: it takes some ten times its length in memory. */
const mostJsonBytes = 128 * 1024 * 1024

export type JsonObject = { readonly [name: string]: unknown }

/** @throws NotThisFormat when the file is not JSON, or longer than 128 MiB */
export async function readJson(source: ByteSource, options: ReadingOptions): Promise<unknown> {
  const text = await wholeText(source, mostJsonBytes, options)
  try {
    return JSON.parse(text)
  } catch (error) {
    const said = error instanceof Error ? error.message : 'it cannot be read'
    const why = /line \d+/.test(said) ? said : (foreignIn(text) ?? said)
    throw new NotThisFormat(`This is not JSON: ${why}`)
  }
}

/** What other languages write and JSON does not take, and what tells where strings begin and end: those may hold anything. */
const marks = /\\.|"|-?\b(?:NaN|Infinity)\b|\b(?:None|True|False|undefined)\b|'|,(?=\s*[\]},])/gs

/** What is no JSON, and where, of what the engine tells no line of. */
function foreignIn(text: string): string | null {
  let isInString = false
  for (const { 0: found, index } of text.matchAll(marks)) {
    if (found === '"') isInString = !isInString
    if (isInString || found === '"' || found.startsWith('\\')) continue
    const before = text.slice(0, index).split('\n')
    const where = `at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
    if (found === ',') return `the comma ${where} has nothing behind it`
    if (found === "'") return `the quotation mark ${where} is not "`
    return /NaN|Infinity/.test(found) ? `${found} ${where} is no number` : `${found} ${where} is no value of JSON`
  }
  return null
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** An identifier, which files write as a number or as a text. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value)
}

export const finiteOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** A side of a picture in whole pixels. */
export const sideOf = (value: unknown): number | null => {
  const side = typeof value === 'string' ? Number(value) : value
  return typeof side === 'number' && Number.isInteger(side) && side > 0 && side <= 1_000_000 ? side : null
}

/** A confidence, 0–1. */
export const shareOf = (value: unknown): number | null => {
  const share = finiteOf(value)
  return share !== null && share >= 0 && share <= 1 ? share : null
}

export function numbersOf(value: unknown): number[] | null {
  return Array.isArray(value) && value.every(item => finiteOf(item) !== null) ? (value as number[]) : null
}
