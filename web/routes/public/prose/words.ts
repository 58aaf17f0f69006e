import type { Block } from './blocks.ts'
import { readText } from './inline.ts'

/** Number of words in headings, paragraphs, lists and asides, without figures, tables and notes. */
export function countWords(blocks: readonly Block[]): number {
  return blocks.flatMap(textsOf).reduce((sum, text) => sum + (readText(text).match(/[\p{L}\p{N}][\p{L}\p{N}.,:'’–-]*/gu)?.length ?? 0), 0)
}

/** Reading time in minutes at 220 words a minute, at least one. */
export const readingMinutes = (blocks: readonly Block[]): number => Math.max(1, Math.round(countWords(blocks) / 220))

/** Strings of a block that may have inline marks. */
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
