import { type Inline, inlinesOf } from './inline.ts'

export type Block =
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'heading'; level: 1 | 2 | 3; inlines: Inline[] }
  | { kind: 'list'; start: number | null; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }

interface Read {
  block: Block
  /** Index of the line after the block. */
  next: number
}

/** Maximum depth of lists and quotes. Deeper ones are paragraphs. */
const mostLevels = 8

const heading = /^ {0,3}(#{1,6}) +(.*)$/
const fence = /^ {0,3}(`{3,}|~{3,})[^`]*$/
const quote = /^ {0,3}> ?/
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/
const marker = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)/

/**
 * Parses a safe subset of Markdown: paragraphs, headings, lists, quotes, code and rules. HTML is text, and a line break stays one.
 * Source: CommonMark 0.31, without HTML, references, indented code and underlined headings.
 */
export const blocksOf = (markdown: string): Block[] => parse(markdown.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'), 0)

function parse(lines: readonly string[], level: number): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at]!)) at++
    else {
      const { block, next } = readBlock(lines, at, level)
      blocks.push(block)
      at = next
    }
  }
  return blocks
}

const isBlank = (line: string) => line.trim() === ''

function readBlock(lines: readonly string[], at: number, level: number): Read {
  const line = lines[at]!
  const fenced = fence.exec(line)
  if (fenced) return readCode(lines, at, fenced[1]!)
  if (rule.test(line)) return { block: { kind: 'rule' }, next: at + 1 }
  const headed = heading.exec(line)
  if (headed) return { block: headingOf(headed[1]!.length, headed[2]!), next: at + 1 }
  if (level < mostLevels && quote.test(line)) return readQuote(lines, at, level)
  if (level < mostLevels && marker.test(line)) return readList(lines, at, level)
  return readParagraph(lines, at)
}

const headingOf = (signs: number, text: string): Block => ({
  ...{ kind: 'heading', level: signs === 1 ? 1 : signs === 2 ? 2 : 3 },
  inlines: inlinesOf(text.trim().replace(/ #+$/, ''))
})

function readCode(lines: readonly string[], at: number, opening: string): Read {
  let end = at + 1
  while (end < lines.length && !isClosing(lines[end]!, opening)) end++
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 }
}

function isClosing(line: string, opening: string): boolean {
  const signs = line.trim()
  return signs.length >= opening.length && signs === opening[0]!.repeat(signs.length)
}

function readQuote(lines: readonly string[], at: number, level: number): Read {
  let end = at
  while (end < lines.length && quote.test(lines[end]!)) end++
  const inner = lines.slice(at, end).map(line => line.replace(quote, ''))
  return { block: { kind: 'quote', blocks: parse(inner, level + 1) }, next: end }
}

/** Whether a line begins a block, so that a paragraph ends before it. Of numbers, only 1 does: others are usually part of a sentence. */
function interrupts(line: string): boolean {
  const [, , mark = ''] = marker.exec(line) ?? []
  return heading.test(line) || fence.test(line) || rule.test(line) || quote.test(line) || /^([-*+]|1[.)])$/.test(mark)
}

function readParagraph(lines: readonly string[], at: number): Read {
  let end = at + 1
  while (end < lines.length && !isBlank(lines[end]!) && !interrupts(lines[end]!)) end++
  const text = lines.slice(at, end).map(line => line.trim())
  return { block: { kind: 'paragraph', inlines: inlinesOf(text.join('\n')) }, next: end }
}

/** Sign that all items of a list share: the bullet, or the sign after the number. */
const signOf = (line: string) => (rule.test(line) ? undefined : marker.exec(line)?.[2]?.at(-1))

function readList(lines: readonly string[], at: number, level: number): Read {
  const sign = signOf(lines[at]!)
  const number = Number.parseInt(lines[at]!.trim(), 10)
  const items: Block[][] = []
  let next = at
  for (let place = at; place < lines.length && signOf(lines[place]!) === sign; place = nextWithText(lines, next)) {
    const item = readItem(lines, place)
    items.push(parse(item.lines, level + 1))
    next = item.next
  }
  return { block: { kind: 'list', start: Number.isNaN(number) ? null : number, items }, next }
}

function nextWithText(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && isBlank(lines[at]!)) at++
  return at
}

/** Reads the lines of an item without its mark and its indentation. */
function readItem(lines: readonly string[], at: number): { lines: string[]; next: number } {
  const [whole = '', indent = '', mark = '', gap = ''] = marker.exec(lines[at]!) ?? []
  const width = gap.length >= 1 && gap.length <= 4 ? whole.length : indent.length + mark.length + 1
  const own = [lines[at]!.slice(width)]
  let next = at + 1
  while (next < lines.length) {
    const place = nextWithText(lines, next)
    const line = lines[place] ?? ''
    const isInside = line.startsWith(' '.repeat(width))
    if (place === lines.length || (!isInside && (place > next || interrupts(line) || marker.test(line)))) break
    own.push(...Array<string>(place - next).fill(''))
    own.push(isInside ? line.slice(width) : line.trim())
    next = place + 1
  }
  return { lines: own, next }
}
