import { everyCallCodes } from '../../shared/error-codes/every-call.ts'
import { codedError } from './coded-error.ts'

/**
 * Limits on every JSON body. Parsing and checking a body within these limits takes at most about 100 ms. The limits allow 8 MB of outlines. They do
 * not allow 8 MB of empty objects, which would block the thread for seconds.
 */
export const jsonBounds = { depth: 32, objects: 50_000, names: 100_000, lists: 600_000, values: 1_500_000 }

export const BodyTooManyParts = codedError(everyCallCodes.BODY_TOO_MANY_PARTS)
export const BodyTooDeep = codedError(everyCallCodes.BODY_TOO_DEEP)

/** Counts the objects, names, lists and values in JSON text that arrives in chunks. */
export interface JsonCounter {
  /** Counts the parts of a chunk. @returns the refusal once a limit is exceeded, else null */
  read(piece: Buffer): Error | null
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const backslash = 0x5c
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** Creates a counter that examines only the structure. The parser checks whether the text is valid JSON. */
export function jsonCounter(): JsonCounter {
  let depth = 0
  let objects = 0
  let lists = 0
  let names = 0
  let commas = 0
  let inText = false
  let escaped = false

  return {
    read(piece) {
      for (let at = 0; at < piece.length; at++) {
        const sign = piece[at]!
        if (inText) {
          if (escaped) escaped = false
          else if (sign === backslash) escaped = true
          else if (sign === quote) inText = false
        } else if (sign === quote) inText = true
        else if (sign === comma) commas += 1
        else if (sign === colon) names += 1
        else if (sign === openObject || sign === openList) {
          if (sign === openObject) objects += 1
          else lists += 1
          depth += 1
          if (depth > jsonBounds.depth) return new BodyTooDeep(jsonBounds.depth)
        } else if (sign === closeObject || sign === closeList) depth -= 1
      }
      if (objects > jsonBounds.objects) return tooMany(jsonBounds.objects, 'objects')
      if (names > jsonBounds.names) return tooMany(jsonBounds.names, 'names')
      if (lists > jsonBounds.lists) return tooMany(jsonBounds.lists, 'lists')
      return commas > jsonBounds.values ? tooMany(jsonBounds.values, 'values') : null
    }
  }
}

const tooMany = (most: number, parts: string) => new BodyTooManyParts(most.toLocaleString('en'), parts)
