import { createElement, Fragment, type ReactNode } from 'react'
import { type Block, blocksOf } from '../../shared/markdown/blocks.ts'
import type { Inline, MarkdownLink } from '../../shared/markdown/inline.ts'
import * as texts from './texts.ts'

interface MarkdownTextProps {
  text: string
  className?: string | undefined
}

/** A text in Markdown, below an `h2`. Only links to the web are active, each with its host, and images are linked instead of loaded. */
export function MarkdownText({ text, className }: MarkdownTextProps) {
  return createElement('div', { className }, ...blocksOf(text).map(blockElement))
}

function blockElement(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return createElement('p', null, ...shown(block.inlines))
    case 'heading':
      return createElement(`h${block.level + 2}`, null, ...shown(block.inlines))
    case 'list':
      return createElement(
        block.start === null ? 'ul' : 'ol',
        block.start === null || block.start === 1 ? null : { start: block.start },
        ...block.items.map(item => createElement('li', null, ...item.map(part => itemPart(part, item.length))))
      )
    case 'quote':
      return createElement('blockquote', null, ...block.blocks.map(blockElement))
    case 'code':
      return createElement('pre', null, createElement('code', null, block.text))
    case 'rule':
      return createElement('hr')
  }
}

/** The only paragraph of an item needs no element of its own. */
const itemPart = (block: Block, parts: number) =>
  block.kind === 'paragraph' && parts === 1 ? createElement(Fragment, null, ...shown(block.inlines)) : blockElement(block)

const shown = (inlines: readonly Inline[]): ReactNode[] => inlines.map(inlineElement)

function inlineElement(node: Inline): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'break':
      return createElement('br')
    case 'code':
      return createElement('code', null, node.text)
    case 'strong':
      return createElement('strong', null, ...shown(node.children))
    case 'emphasis':
      return createElement('em', null, ...shown(node.children))
    case 'link':
      return createElement(Fragment, null, ...linkElements(node))
  }
}

/** The text of a link is isolated, so that signs in it cannot reverse the host after it. */
function linkElements({ href, host, isImage, children }: MarkdownLink): ReactNode[] {
  const label = isImage ? [texts.pictureLink, ...(children.length > 0 ? [': ', ...shown(children)] : [])] : shown(children)
  const link = createElement('a', { href, rel: 'noreferrer nofollow', target: '_blank' }, createElement('bdi', null, ...label))
  return host === null ? [link] : [link, ' ', createElement('small', null, `(${host})`)]
}
