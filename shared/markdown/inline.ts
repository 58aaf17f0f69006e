export interface MarkdownLink {
  kind: 'link'
  /** Address with http or https, without a user name. */
  href: string
  /** Host to show beside the link; null if the text of the link is its address. */
  host: string | null
  /** Whether the address is that of an image, which is linked instead of loaded. */
  isImage: boolean
  children: Inline[]
}

/** Part of a line of text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | MarkdownLink

/** Text whose end has not been found yet: after `*`, `**`, `***`, the same of `_`, or a bracket. */
interface Frame {
  opening: string
  nodes: Inline[]
}

/** Maximum depth of nested marks. Deeper marks are text, so that no text can exhaust the stack. */
const mostFrames = 20
const longestAddress = 2000

const token = /\\([!-/:-@[-`{-~])|\\?\n|`+|\*+|_+|!?\[|\]|<https?:\/\/[^\s<>]+>|https?:\/\/[^\s<>"`[\]]+/gi
const destination = /\([ \t]*(?:<([^<>\s]*)>|((?:[^\s()<>]|\([^\s()<>]*\)){0,2000}))(?:[ \t]+"[^"\n]*")?[ \t]*\)/y

/**
 * Parses emphasis, code, links and line breaks of a paragraph. HTML is text. The time is proportional to the length of the text, except for runs of
 * backticks without an end.
 */
export function inlinesOf(source: string): Inline[] {
  const frames: Frame[] = [{ opening: '', nodes: [] }]
  let at = 0
  while (at < source.length) {
    token.lastIndex = at
    const found = token.exec(source)
    addText(top(frames), source.slice(at, found?.index ?? source.length))
    if (!found) break
    at = readToken(source, found, frames)
  }
  closeDownTo(frames, 1)
  return frames[0]!.nodes
}

const top = (frames: Frame[]) => frames.at(-1)!

function addText({ nodes }: Frame, text: string): void {
  const last = nodes.at(-1)
  if (last?.kind === 'text') last.text += text
  else if (text !== '') nodes.push({ kind: 'text', text })
}

/** Ends the frames from an index on without their closing marks. Their opening marks become text. */
function closeDownTo(frames: Frame[], count: number): void {
  while (frames.length > count) {
    const { opening, nodes } = frames.pop()!
    addText(top(frames), opening)
    for (const node of nodes)
      if (node.kind === 'text') addText(top(frames), node.text)
      else top(frames).nodes.push(node)
  }
}

/** Reads a token into the frames. @returns the index after the token */
function readToken(source: string, found: RegExpExecArray, frames: Frame[]): number {
  const [given, escaped] = found
  const end = found.index + given.length
  if (escaped !== undefined) addText(top(frames), escaped)
  else if (given.endsWith('\n')) top(frames).nodes.push({ kind: 'break' })
  else if (given.startsWith('`')) return readCode(source, end, given, frames)
  else if (given.endsWith('[')) open(frames, given)
  else if (given === ']') return readLink(source, end, frames)
  else if (given.startsWith('<')) addAddress(frames, given.slice(1, -1), given)
  else if (/^h/i.test(given)) return readAddress(source, found.index, given, frames)
  else readEmphasis(source, found.index, given, frames)
  return end
}

function open(frames: Frame[], opening: string): void {
  if (frames.length < mostFrames) frames.push({ opening, nodes: [] })
  else addText(top(frames), opening)
}

function readCode(source: string, end: number, run: string, frames: Frame[]): number {
  const closing = new RegExp(`(?<!\`)${run}(?!\`)`, 'g')
  closing.lastIndex = end
  const found = closing.exec(source)
  if (!found) {
    addText(top(frames), run)
    return end
  }
  const text = source.slice(end, found.index).replaceAll('\n', ' ')
  top(frames).nodes.push({ kind: 'code', text: /^ .*[^ ].* $/.test(text) ? text.slice(1, -1) : text })
  return found.index + run.length
}

function readLink(source: string, end: number, frames: Frame[]): number {
  const place = frames.findLastIndex(({ opening }) => opening.endsWith('['))
  if (place < 0) {
    addText(top(frames), ']')
    return end
  }
  closeDownTo(frames, place + 1)
  destination.lastIndex = end
  const found = destination.exec(source)
  const target = found && targetOf(found[1] ?? found[2] ?? '')
  if (!target) {
    closeDownTo(frames, place)
    addText(top(frames), ']')
    return end
  }
  const { opening, nodes } = frames.pop()!
  top(frames).nodes.push({ kind: 'link', ...target, isImage: opening === '![', children: withoutLinks(nodes) })
  return end + found[0].length
}

/** A link contains no links. */
const withoutLinks = (nodes: readonly Inline[]): Inline[] =>
  nodes.flatMap(node => {
    if (node.kind === 'link') return node.children
    return node.kind === 'strong' || node.kind === 'emphasis' ? [{ ...node, children: withoutLinks(node.children) }] : [node]
  })

function readAddress(source: string, start: number, given: string, frames: Frame[]): number {
  const address = given.length > longestAddress ? given : withoutEnd(given)
  const isPartOfWord = /[\p{L}\p{N}]/u.test(source[start - 1] ?? '')
  if (isPartOfWord) addText(top(frames), address)
  else addAddress(frames, address, address)
  return start + address.length
}

/** Address without the punctuation of the sentence around it, and without closing parentheses that were opened before it. */
function withoutEnd(given: string): string {
  const address = given.replace(/[.,;:!?'*_~]+$/, '')
  const isUnopened = address.endsWith(')') && address.split(')').length > address.split('(').length
  if (isUnopened) return withoutEnd(address.slice(0, -1))
  return address
}

/** Adds an address as a link, or the text if the address is not valid. An address with other signs than ASCII is shown as the browser sends it. */
function addAddress(frames: Frame[], address: string, text: string): void {
  const target = targetOf(address)
  if (!target) {
    addText(top(frames), text)
    return
  }
  const shown = /^[!-~]+$/.test(address) ? address : target.href
  top(frames).nodes.push({ kind: 'link', href: target.href, host: null, isImage: false, children: [{ kind: 'text', text: shown }] })
}

/** Target of a link; null for anything but a web address. A user name before the host would hide the host. */
function targetOf(address: string): { href: string; host: string } | null {
  if (address.length > longestAddress || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const { href, host, username, password } = new URL(address)
  return username || password ? null : { href, host }
}

const isSpace = (sign: string) => /\s/.test(sign)
const isPunctuation = (sign: string) => /[\p{P}\p{S}]/u.test(sign)

/** Reads a run of `*` or `_`. Source of the rules: CommonMark 0.31, “left-flanking” and “right-flanking”. */
function readEmphasis(source: string, start: number, run: string, frames: Frame[]): void {
  const [before, after] = [source[start - 1] ?? ' ', source[start + run.length] ?? ' ']
  const isLeft = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before))
  const isRight = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after))
  const isProduct = /\d/.test(before) && /\d/.test(after)
  const isWord = run.startsWith('_')
  const opens = isLeft && !isProduct && (!isWord || !isRight || isPunctuation(before))
  const closes = isRight && !isProduct && (!isWord || !isLeft || isPunctuation(after))
  const place = closes ? openingOf(frames, run) : -1
  if (place >= 0) {
    closeDownTo(frames, place + 1)
    const { nodes } = frames.pop()!
    top(frames).nodes.push(emphasised(run.length, nodes))
  } else if (opens && run.length <= 3) open(frames, run)
  else addText(top(frames), run)
}

/** Index of the frame that a run closes; −1 without one. Emphasis does not end outside the bracket in which it began. */
function openingOf(frames: readonly Frame[], run: string): number {
  const place = frames.findLastIndex(({ opening }) => opening === run || opening.endsWith('['))
  return frames[place]?.opening === run ? place : -1
}

function emphasised(length: number, children: Inline[]): Inline {
  if (length === 1) return { kind: 'emphasis', children }
  return { kind: 'strong', children: length === 2 ? children : [{ kind: 'emphasis', children }] }
}
