import { createHash } from 'node:crypto'
import { croppingRule, featureSet } from './geometry.ts'
import { type Dictionary, dictionaryRecipe } from './learning/dictionary.ts'
import { dictionaryDimensions } from './learning/dictionary-features.ts'
import { dimensions, recipe } from './learning/features.ts'

const dictionaryPrefix = `${recipe}+${dictionaryRecipe}-`

/** SHA-256 of a dictionary: its fine filters and biases, then the coarse ones, as little-endian single-precision numbers. */
export function dictionarySha256({ fine, coarse }: Dictionary): string {
  const hash = createHash('sha256')
  for (const { buffer, byteOffset, byteLength } of [fine.filters, fine.biases, coarse.filters, coarse.biases])
    hash.update(new Uint8Array(buffer, byteOffset, byteLength))
  return hash.digest('hex')
}

/** Name of the features of a dictionary: both recipes, the hash of the dictionary and the cropping rule. */
export const dictionarySet = (sha256: string): string => `${dictionaryPrefix}${sha256.slice(0, 32)}/${croppingRule}`

const isOfDictionary = (set: string): boolean => set.startsWith(dictionaryPrefix) && set.endsWith(`/${croppingRule}`)

/** Start of the names of all features of embedding models. */
export const embeddingPrefix = 'embedding-1-'

/**
 * Name of the features of an embedding model: the hash of its manifest, which has the hash of its file, the length of a vector and the
 * cropping rule.
 */
export const embeddingSet = (manifestSha256: string, columns: number): string =>
  `${embeddingPrefix}${manifestSha256.slice(0, 32)}x${columns}/${croppingRule}`

/** Returns the length of the vectors of an embedding model; null for the name of other features. */
function embeddingColumns(set: string): number | null {
  if (!set.startsWith(embeddingPrefix) || !set.endsWith(`/${croppingRule}`)) return null
  const columns = /^[0-9a-f]{32}x(\d+)$/.exec(set.slice(embeddingPrefix.length, -croppingRule.length - 1))?.[1]
  return columns === undefined ? null : Number(columns)
}

/** Whether this release computes the features of a set. */
export const isCurrent = (set: string): boolean => set === featureSet || isOfDictionary(set) || embeddingColumns(set) !== null

/** Length of the vectors of a set. */
export const columnsOf = (set: string): number => embeddingColumns(set) ?? (set === featureSet ? dimensions : dictionaryDimensions)
