import type { Finding, FindingEntry } from './dataset.ts'

export function finding(taken: boolean, message: string, place: Omit<Finding, 'taken' | 'message'>): FindingEntry {
  return { kind: 'finding', finding: { taken, ...place, message } }
}
