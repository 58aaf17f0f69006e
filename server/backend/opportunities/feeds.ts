import type { OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import { escapedXml } from '../../../shared/escaped-xml.ts'
import type { Facts } from './facts.ts'
import { deadlineName, statedWords } from './stated-words.ts'

/** Opportunity as a public feed shows it. */
export interface FeedItem {
  id: string
  kind: OpportunityKind
  createdAt: string
  modifiedAt: string
  facts: Facts
}

export interface Feed {
  /** Public address of this server. */
  origin: URL
  items: readonly FeedItem[]
}

export const title = 'Isobath: opportunities'
export const about = 'Open calls, berths, grants and jobs for marine research'

export const at = (origin: URL, path: string) => new URL(path, origin.href.endsWith('/') ? origin : `${origin.href}/`).href

/** Web address of the call, or of its page on this server if the call states no address. */
export const linkOf = ({ id, facts }: FeedItem, origin: URL) => facts.url ?? at(origin, `opportunities/${id}`)

export function textOf({ facts }: FeedItem): string {
  const { summary, organization, place, deadlines, isRolling, amount, berth } = facts
  const due = deadlines.map(deadline => `${deadlineName(deadline, isRolling)}: ${statedWords(deadline)}`)
  const ship = berth && [berth.ship, berth.embarkPort, berth.embarkOn].filter(Boolean).join(', ')
  return [summary, organization, place, ship, amount, isRolling && 'Rolling: apply at any time', ...due].filter(Boolean).join('\n')
}

const newest = (items: readonly FeedItem[]) =>
  items
    .map(({ modifiedAt }) => modifiedAt)
    .sort()
    .at(-1) ?? '1970-01-01T00:00:00.000Z'

/** Formats opportunities as a JSON feed. Source: JSON Feed 1.1. */
export const jsonFeed = ({ origin, items }: Feed): string =>
  JSON.stringify({
    ...{ version: 'https://jsonfeed.org/version/1.1', title, description: about, language: 'en' },
    ...{ home_page_url: at(origin, 'opportunities'), feed_url: at(origin, 'api/opportunities.json') },
    items: items.map(item => ({
      ...{ id: `urn:uuid:${item.id}`, url: linkOf(item, origin), title: item.facts.title, content_text: textOf(item) || item.facts.title },
      ...{ date_published: item.createdAt, date_modified: item.modifiedAt, tags: [item.kind, ...item.facts.tags] },
      ...(item.facts.organization && { authors: [{ name: item.facts.organization }] })
    }))
  })

/** Formats opportunities as an RSS feed. Sources: RSS 2.0, and the RSS Best Practices Profile for the address of the feed. */
export const rssFeed = ({ origin, items }: Feed): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `${element('title', title)}${element('link', at(origin, 'opportunities'))}${element('description', about)}`,
    `<atom:link rel="self" type="application/rss+xml" href="${escapedXml(at(origin, 'api/opportunities.rss'))}"/>`,
    ...items.map(item => {
      const words = [item.kind, ...item.facts.tags].map(tag => element('category', tag)).join('')
      const id = `<guid isPermaLink="false">urn:uuid:${escapedXml(item.id)}</guid>`
      const link = element('link', linkOf(item, origin))
      const date = element('pubDate', new Date(item.createdAt).toUTCString())
      return `<item>${element('title', item.facts.title)}${link}${id}${date}${words}${element('description', textOf(item))}</item>`
    }),
    '</channel></rss>',
    ''
  ].join('\n')

/** Formats opportunities as an Atom feed. Source: RFC 4287. */
export const atomFeed = ({ origin, items }: Feed): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `${element('id', at(origin, 'api/opportunities.atom'))}${element('title', title)}${element('updated', newest(items))}`,
    `<author>${element('name', 'Isobath')}</author>`,
    `<link rel="self" type="application/atom+xml" href="${escapedXml(at(origin, 'api/opportunities.atom'))}"/>`,
    ...items.map(item => {
      const words = [item.kind, ...item.facts.tags].map(tag => `<category term="${escapedXml(tag)}"/>`).join('')
      const link = `<link rel="alternate" href="${escapedXml(linkOf(item, origin))}"/>`
      const times = `${element('published', item.createdAt)}${element('updated', item.modifiedAt)}`
      const head = `${element('id', `urn:uuid:${item.id}`)}${element('title', item.facts.title)}`
      return `<entry>${head}${times}${link}${words}${element('summary', textOf(item))}</entry>`
    }),
    '</feed>',
    ''
  ].join('\n')

const element = (name: string, text: string) => `<${name}>${escapedXml(text)}</${name}>`
