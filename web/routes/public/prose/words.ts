import type { Block } from './blocks.ts'
import { readText } from './inline.ts'

/** Counts the words in headings, paragraphs, lists and asides. Figures, tables and notes are not counted. */
export function countWords(blocks: readonly Block[]): number {
  return blocks.flatMap(textsOf).reduce((sum, text) => sum + (readText(text).match(/[\p{L}\p{N}][\p{L}\p{N}.,:'’–-]*/gu)?.length ?? 0), 0)
}

/** Returns the reading time in minutes at 220 words a minute, at least one. */
export const readingMinutes = (blocks: readonly Block[]): number => Math.max(1, Math.round(countWords(blocks) / 220))

/** Returns the strings of a block that may have inline markup. */
export function textsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'aside':
      return [block.text]
    case 'list':
      return block.items
    default:
      return []
  }
}
