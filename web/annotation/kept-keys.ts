import type { LabelKeys } from './number-keys.ts'

/** Keys that this browser stores for a person in a project. */
export interface KeptKeys {
  /** Own keys that an earlier version stored here. They are sent to the server once. */
  own: LabelKeys
  /** Keys assigned automatically to the first labels used. */
  automatic: LabelKeys
}

export const keptKeysItem = (accountId: string, projectId: string) => `isobath.numberKeys.${accountId}.${projectId}`

/** Reads the keys in an item of local storage. Without a readable item, there are none. */
export function readKeptKeys(item: string): KeptKeys {
  const none = { own: {}, automatic: {} }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(item) ?? 'null')
    return kept && typeof kept === 'object' ? { ...none, ...kept } : none
  } catch {
    return none
  }
}

/** Changes part of the keys in an item of local storage. */
export function writeKeptKeys(item: string, change: Partial<KeptKeys>): void {
  const { own, automatic } = { ...readKeptKeys(item), ...change }
  try {
    localStorage.setItem(item, JSON.stringify({ ...(Object.keys(own).length > 0 && { own }), automatic }))
  } catch {
    // without storage, the keys last until the page is closed
  }
}

/** Whether an earlier version stored own keys in this browser. */
export const hasOwnKeptKeys = (accountId: string, projectId: string): boolean =>
  Object.keys(readKeptKeys(keptKeysItem(accountId, projectId)).own).length > 0
