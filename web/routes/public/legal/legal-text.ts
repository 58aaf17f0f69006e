import type { Block } from '../prose/blocks.ts'

export type LegalText = {
  title: string
  lede: string
  /** Day from which this wording applies, YYYY-MM-DD. */
  date: string
  version: string
  /** Differences from the previous version. */
  changes: string
  blocks: readonly Block[]
}
