import type { Block } from '../prose/blocks.ts'

export type LegalText = {
  title: string
  lede: string
  /** Day since which this wording holds, YYYY-MM-DD. */
  date: string
  version: string
  /** Differences from the version before. */
  changes: string
  blocks: readonly Block[]
}
