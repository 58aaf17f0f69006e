import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { newId } from '../../../../shared/new-id.ts'
import { keptKeysItem, readKeptKeys, writeKeptKeys } from '../../../annotation/kept-keys.ts'
import type { KeyEdit } from './labels-with-keys.ts'

/** Returns the changes that send the own keys stored by an earlier version in this browser to the server. Keys of deleted labels are left out. */
export function keysToCarryOver(accountId: string, projectId: string, labels: readonly OutlineLabel[]): KeyEdit[] {
  const known = new Set(labels.map(({ id }) => id))
  return Object.entries(readKeptKeys(keptKeysItem(accountId, projectId)).own)
    .filter(([, labelId]) => known.has(labelId))
    .map(([digit, labelId]) => ({ id: newId(), labelId, key: Number(digit), unlessGiven: true }))
}

/** Removes the own keys of an earlier version from this browser. */
export const forgetCarriedKeys = (accountId: string, projectId: string) => writeKeptKeys(keptKeysItem(accountId, projectId), { own: {} })
