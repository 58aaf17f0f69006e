import MarkdownIt, { type Token } from 'markdown-it'
import { createElement, type ReactNode } from 'react'
import * as texts from './texts.ts'

interface MarkdownTextProps {
  text: string
  className?: string | undefined
}

/** Parser for CommonMark with tables. It keeps line breaks. Indented code and underlined headings are off: pasted text has them by accident. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable(['code', 'lheading'])
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
markdown.validateLink = address => hostOf(address) !== null
// An address with non-ASCII characters is shown as the browser sends it, because some characters resemble others.
markdown.normalizeLinkText = address => (/^[!-~]+$/.test(address) || !URL.canParse(address) ? address : new URL(address).href)

const longestAddress = 2000

/** Host of a web address; null for anything else. A user name before the host would hide the host. */
function hostOf(address: string): string | null {
  if (address.length > longestAddress || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const { host, username, password } = new URL(address)
  return username || password ? null : host
}

/** A text in Markdown, below an `h2`. Only links to the web are active, each with its host, and images are linked instead of loaded. */
export function MarkdownText({ text, className }: MarkdownTextProps) {
  return createElement('div', { className }, ...elements(markdown.parse(text, {})))
}

/** Elements from a flat list of tokens. Some tokens open an element, and others close one. */
function elements(tokens: readonly Token[]): ReactNode[] {
  const open: { token: Token; children: ReactNode[] }[] = []
  const whole: ReactNode[] = []
  for (const token of tokens) {
    if (token.nesting === 1) {
      open.push({ token, children: [] })
      continue
    }
    const closed = token.nesting === -1 ? open.pop() : undefined
    const made = closed ? elementOf(closed.token, closed.children) : leafOf(token)
    const parent = open.at(-1)?.children ?? whole
    parent.push(...made)
  }
  return whole
}

function elementOf(token: Token, children: ReactNode[]): ReactNode[] {
  if (token.hidden) return children // the only paragraph of an item needs no element of its own
  if (token.type === 'link_open') return linkElements(String(token.attrGet('href')), children, token.info === 'auto')
  if (token.type === 'heading_open') return [createElement(`h${Math.min(Number(token.tag.slice(1)), 3) + 2}`, null, ...children)]
  const start = token.attrGet('start')
  return [createElement(token.tag, start === null ? null : { start }, ...children)]
}

function leafOf(token: Token): ReactNode[] {
  switch (token.type) {
    case 'inline':
      return elements(token.children ?? [])
    case 'softbreak':
    case 'hardbreak':
      return [createElement('br')]
    case 'code_inline':
      return [createElement('code', null, token.content)]
    case 'fence':
      return [createElement('pre', null, createElement('code', null, token.content.replace(/\n$/, '')))]
    case 'hr':
      return [createElement('hr')]
    case 'image':
      return linkElements(String(token.attrGet('src')), [texts.pictureLink, ...(token.content ? [`: ${token.content}`] : [])], false)
    default:
      return [token.content]
  }
}

/** The text of a link is isolated, so that characters in it cannot reverse the host after it. */
function linkElements(href: string, children: ReactNode[], isAddress: boolean): ReactNode[] {
  const link = createElement('a', { href, rel: 'noreferrer nofollow', target: '_blank' }, createElement('bdi', null, ...children))
  return isAddress ? [link] : [link, ' ', createElement('small', null, `(${hostOf(href)})`)]
}
