import { createHash } from 'node:crypto'
import { HopelessJob } from '../../jobs/queue.ts'
import { addressFault, addressOf, addressQuery, datasetOfQuery, hostsOf } from './address-query.ts'
import { plainRecord, webAddress } from './plain-record.ts'
import type { Fields, Raw, Source, SourcePage } from './source.ts'
import { textOf } from './text.ts'

const mostBytes = 5_000_000
/** Maximum number of feed pages that a run reads. */
const mostPages = 10
const longestSummary = 2000
const accept = 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.8'

/** Feed entry in a common form for all formats. */
interface Entry extends Raw {
  id: string | null
  title: string | null
  link: string | null
  summary: string | null
  published: string | null
  updated: string | null
  tags: string
  creator: string | null
}

/** Source of articles from a feed: RSS, Atom, RDF or JSON Feed. */
// Long: the parts of one source.
export const feed = (): Source => ({
  kind: 'feed',
  title: 'Feed',
  about: 'Entries of a news feed: RSS, Atom or JSON Feed.',
  dataType: 'article',
  query: addressQuery({}),
  address: '',
  hosts: hostsOf,
  words: query => `Feed ${addressOf(query)}`,
  fault: addressFault,
  datasetsOf: 'address',
  dropsOldEntries: true,

  async *pages(query, cursor, inquiry) {
    const seen = new Set<string>()
    for (let url = cursor ?? addressOf(query); ; ) {
      seen.add(url)
      const { body, url: reached } = await inquiry.file(url, { accept, maxBytes: mostBytes })
      const { entries, next } = await entriesOf(body, reached)
      const follows = next !== null && !seen.has(next) && seen.size < mostPages && new URL(next).host === new URL(url).host
      yield { records: entries, cursor: follows ? next : null, total: null } satisfies SourcePage
      if (!follows) return
      url = next
    }
  },

  identity: ({ id }) => textOf(id),

  read(raw, query) {
    const { title, link, summary, published, updated, tags, creator } = raw as Entry
    const date = published ?? updated
    const day = dayOf(date)
    const facts = { title, link, summary, published, updated, tags, creator }
    const fields: Fields = {}
    for (const [name, value] of Object.entries(facts)) if (value) fields[name] = value
    return plainRecord({ title, url: link, datasetId: datasetOfQuery(query).externalId, eventDate: date, firstDay: day, fields })
  },

  dataset: async (_id, _inquiry, query) => datasetOfQuery(query)
})

/** @throws HopelessJob for a text that is not a feed */
async function entriesOf(body: Buffer, base: string): Promise<{ entries: Entry[]; next: string | null }> {
  const { parseFeed } = await import('feedsmith') // 22 MiB, which a server without feeds does not need
  let parsed: ReturnType<typeof parseFeed>
  try {
    parsed = parseFeed(body.toString('utf8'))
  } catch (cause) {
    throw new HopelessJob('The server answered with something other than a feed', { cause })
  }
  const { format, feed: given } = parsed
  const whole = given as Record<string, unknown>
  const items = (format === 'atom' ? whole.entries : whole.items) as Raw[] | undefined
  const nextLink = (whole.links as Raw[] | undefined)?.find(({ rel }) => rel === 'next')?.href ?? whole.next_url
  const next = textOf(nextLink)
  return {
    entries: (items ?? []).map(item => entryOf(item, base)),
    next: next !== null && URL.canParse(next, base) ? webAddress(new URL(next, base).href) : null
  }
}

function entryOf(item: Raw, base: string): Entry {
  const links = Array.isArray(item.links) ? (item.links as Raw[]) : []
  const alternate = links.find(({ rel }) => rel === undefined || rel === 'alternate')?.href
  const given = first(item.link, alternate, item.url, item.external_url)
  const link = given !== null && URL.canParse(given, base) ? webAddress(new URL(given, base).href) : null
  const title = plainText(first(item.title))
  const guid = first((item.guid as Raw | undefined)?.value, item.guid, item.id)
  const published = first(item.pubDate, item.published, item.date_published, (item.dc as Raw | undefined)?.date)
  const texts = first(item.description, item.summary, item.content_text, item.content_html, item.content)
  const categories = [item.categories, item.tags].flatMap(list => (Array.isArray(list) ? list : []))
  const tags = categories.map(each => first((each as Raw | null)?.name, (each as Raw | null)?.term, each)).filter(Boolean)
  const [author] = Array.isArray(item.authors) ? (item.authors as unknown[]) : []
  return {
    id: guid ?? link ?? (title === null ? null : createHash('sha256').update(`${title} ${published}`).digest('base64url')),
    title,
    link,
    summary: plainText(texts)?.slice(0, longestSummary) ?? null,
    published,
    updated: first(item.updated, item.date_modified),
    tags: tags.join(', '),
    creator: first((author as Raw | undefined)?.name, author)
  }
}

function first(...values: unknown[]): string | null {
  for (const value of values) {
    const text = textOf(value) ?? textOf((value as Raw | null | undefined)?.value)
    if (text !== null) return text
  }
  return null
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Strips the tags from HTML. The result is shown as text, never as markup. */
export function plainText(html: string | null): string | null {
  if (html === null) return null
  const text = withoutScripts(html)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(#?\w{1,8});/g, (whole, name: string) => entities[name] ?? character(name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' ? null : text
}

/** Replaces scripts and styles with a space. An unclosed element is replaced up to the end of the text. The function runs in linear time. */
function withoutScripts(html: string): string {
  const parts: string[] = []
  let at = 0
  for (const { index, 1: name = '' } of html.matchAll(/<(script|style)\b/gi)) {
    if (index < at) continue
    parts.push(html.slice(at, index))
    const close = new RegExp(`</${name}`, 'gi')
    close.lastIndex = index
    const end = close.test(html) ? html.indexOf('>', close.lastIndex) : -1
    at = end === -1 ? html.length : end + 1
  }
  return [...parts, html.slice(at)].join(' ')
}

function character(name: string): string | null {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : null
}

/** Returns the UTC day of a date in RFC 822 or ISO 8601 format. Null for text without a readable date, and for years outside 1900–2199. */
function dayOf(text: string | null): string | null {
  if (text === null || !/\d{4}/.test(text)) return null
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return null
  const day = new Date(ms).toISOString()
  return /^(19|20|21)\d\d-/.test(day) ? day.slice(0, 10) : null
}
