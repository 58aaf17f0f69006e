import { numberOf } from '../files/reading.ts'

export interface Scored {
  /** From 0 to 1. */
  confidence?: number
  /** Unusual score, as in the file: a percentage, a number on another scale, or not a number. It is interpreted once the whole file has been read. */
  oddScore?: string
}

/** Reads the score that a program gave as a number or a string. */
export function scored(value: unknown): Scored {
  if (value === undefined || value === null || value === '') return {}
  const number = typeof value === 'number' ? value : typeof value === 'string' ? numberOf(value) : null
  if (number !== null && number >= 0 && number <= 1) return { confidence: number }
  return { oddScore: typeof value === 'object' ? JSON.stringify(value) : String(value) }
}
