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

/** Whether this release computes the features of a set. */
export const isCurrent = (set: string): boolean => set === featureSet || isOfDictionary(set)

/** Length of the vectors of a set. */
export const columnsOf = (set: string): number => (set === featureSet ? dimensions : dictionaryDimensions)
