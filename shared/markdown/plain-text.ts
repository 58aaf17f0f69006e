import { type Block, blocksOf } from './blocks.ts'
import type { Inline } from './inline.ts'

/** Text of a Markdown source as the page shows it, without marks and without the addresses behind the words of a link. */
export const plainText = (markdown: string): string => blocksOf(markdown).map(ofBlock).join('\n')

function ofBlock(block: Block): string {
  if (block.kind === 'rule') return ''
  if (block.kind === 'code') return block.text
  if (block.kind === 'quote') return block.blocks.map(ofBlock).join('\n')
  if (block.kind === 'list') return block.items.flatMap(item => item.map(ofBlock)).join('\n')
  return ofInlines(block.inlines)
}

const ofInlines = (inlines: readonly Inline[]): string => inlines.map(ofInline).join('')

function ofInline(node: Inline): string {
  if (node.kind === 'break') return '\n'
  return node.kind === 'text' || node.kind === 'code' ? node.text : ofInlines(node.children)
}
