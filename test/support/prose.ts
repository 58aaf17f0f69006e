import { type ESTree, parseSync, Visitor } from 'vite'

/** A sentence of a comment, or of a text that a person reads. */
export interface Sentence {
  line: number
  text: string
}

/** Comments of directives, which are not prose. */
const isDirective = (comment: string) => /^\s*(biome-ignore|@ts-|#|v8 |eslint)/.test(comment)

/** @returns the sentences of a Markdown file, or of a source file: its comments, its texts and the words between its tags */
export function sentencesIn(path: string, source: string): Sentence[] {
  if (path.endsWith('.md')) return paragraphs(source)
  if (path.endsWith('.css'))
    return comments(
      [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ index, 1: value = '' }) => ({ start: index, value, isBlock: true })),
      source
    )
  const { program, comments: found } = parseSync(path, source)
  const sentences = comments(
    found.map(({ start, value, type }) => ({ start, value, isBlock: type === 'Block' })),
    source
  )
  const addText = (start: number, text: string) => {
    if (/[a-z] [a-z]/i.test(text)) sentences.push(...split(lineOf(source, start), text))
  }
  new Visitor({
    Literal: node => typeof node.value === 'string' && addText(node.start, node.value),
    TemplateElement: (node: ESTree.TemplateElement) => addText(node.start, node.value.cooked ?? ''),
    JSXText: node => addText(node.start, node.value)
  }).visit(program)
  return sentences
}

interface Comment {
  start: number
  value: string
  isBlock: boolean
}

/** Line comments that follow each other are one text. */
function comments(found: readonly Comment[], source: string): Sentence[] {
  const texts: { line: number; last: number; text: string; isBlock: boolean }[] = []
  for (const { start, value, isBlock } of found) {
    if (isDirective(value)) continue
    const line = lineOf(source, start)
    const text = value.replace(/^\s*\*+/gm, ' ').replace(/@\w+/g, '. ')
    const before = texts.at(-1)
    const stands = source.slice(source.lastIndexOf('\n', start) + 1, start).trim() === ''
    if (before && !isBlock && !before.isBlock && stands && before.last === line - 1) {
      before.text += ` ${text}`
      before.last = line
    } else texts.push({ line, last: line, text, isBlock })
  }
  return texts.flatMap(({ line, text }) => split(line, text))
}

/** Paragraphs, headings, list items and table cells of Markdown. Code is left out, so quoting a word as code excepts it. */
function paragraphs(source: string): Sentence[] {
  const texts: { line: number; text: string }[] = []
  let isOpen = false
  const withoutBlocks = source.replace(/^( *)(```|~~~)[\s\S]*?^\1\2.*$/gm, blanked)
  const prose = withoutBlocks.replace(/<!--[\s\S]*?-->|(`+)[^`][\s\S]*?\1/g, blanked).replace(/\]\([^)]*\)/g, ']')
  for (const [index, raw] of prose.split('\n').entries()) {
    const text = raw.replace(/^[\s>]+/, '')
    const line = index + 1
    if (/^(\||#|[-*+] |\d+\. )/.test(text) || !isOpen)
      for (const cell of text.startsWith('|') ? text.split('|') : [text]) texts.push({ line, text: bare(cell) })
    else texts.at(-1)!.text += ` ${bare(text)}`
    isOpen = text !== '' && !/^[|#]/.test(text)
  }
  return texts.flatMap(({ line, text }) => split(line, text))
}

/** Replaces a text by its line breaks, so that later lines keep their numbers. */
const blanked = (text: string) => text.replace(/[^\n]+/g, ' ')

/** Removes the marks of headings, lists and emphasis. */
const bare = (text: string) => text.replace(/^(#+|[-*+]|\d+\.) +/, '').replace(/\*\*|[[\]]|(?<!\w)[_*]|[_*](?!\w)/g, '')

const split = (line: number, text: string): Sentence[] =>
  text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?:])\s+/)
    .map(sentence => ({ line, text: sentence.trim() }))
    .filter(sentence => sentence.text !== '')

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length
