import type { Deadline, OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import { escapedXml } from '../../../shared/escaped-xml.ts'
import { about, at, type Feed, type FeedItem, linkOf, textOf, title } from './feeds.ts'

/**
 * Type from schema.org by kind. A grant of ship time gives no money, and a berth is part of a cruise. A demand is an announcement that seeks
 * something.
 */
const types: Record<OpportunityKind, string> = {
  ...{ grant: 'MonetaryGrant', fellowship: 'MonetaryGrant', studentship: 'MonetaryGrant', 'ship time': 'Grant', job: 'JobPosting' },
  ...{ event: 'Event', berth: 'Event', training: 'CourseInstance', 'call for papers': 'Demand', 'data call': 'Demand', other: 'Thing' }
}

/** Property for the organization by type. */
const organizers: Record<string, string> = {
  ...{ JobPosting: 'hiringOrganization', MonetaryGrant: 'funder', Grant: 'funder', Event: 'organizer', CourseInstance: 'organizer' },
  Demand: 'seller'
}

/**
 * Last deadline as the call states it: a month, a day without a zone, or an instant. A rolling call has no such date, because people may apply after
 * the deadline.
 */
function validThrough(deadlines: readonly Deadline[], isRolling: boolean): string | undefined {
  const last = deadlines.at(-1)
  if (!last || isRolling) return undefined
  if (last.precision === 'month') return last.date.slice(0, 7)
  if (last.zone !== null) return last.earliest
  return last.time === null ? last.date : `${last.date}T${last.time}`
}

function thingOf(item: FeedItem, origin: URL): Record<string, unknown> {
  const { facts, id, createdAt, modifiedAt } = item
  const { summary, organization, place, isRemote, isRolling, tags, berth, deadlines } = facts
  const type = types[item.kind]
  const isJob = type === 'JobPosting'
  const isEvent = type === 'Event' || type === 'CourseInstance'
  const location = item.kind === 'berth' ? (berth?.embarkPort ?? place) : place
  const startsOn = item.kind === 'berth' ? (berth?.embarkOn ?? facts.startsOn) : facts.startsOn
  const organizer = organizers[type]
  return {
    ...{ '@type': type, '@id': `urn:uuid:${id}`, identifier: `urn:uuid:${id}`, [isJob ? 'title' : 'name']: facts.title },
    ...{ url: linkOf(item, origin), description: summary ?? (textOf(item) || facts.title) },
    ...(isJob ? { datePosted: createdAt, dateModified: modifiedAt } : {}),
    ...(organization && organizer && { [organizer]: { '@type': 'Organization', name: organization } }),
    ...(location &&
      (isJob || isEvent) && { [isJob ? 'jobLocation' : 'location']: { '@type': 'Place', name: location, address: location } }),
    ...(isJob && isRemote && { jobLocationType: 'TELECOMMUTE' }),
    ...(isEvent && isRemote && { eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode' }),
    ...(startsOn && (isJob || isEvent) && { [isJob ? 'jobStartDate' : 'startDate']: startsOn }),
    ...(isEvent && facts.endsOn && { endDate: facts.endsOn }),
    validThrough: validThrough(deadlines, isRolling),
    ...(tags.length > 0 && { keywords: tags.join(', ') })
  }
}

/** Formats opportunities as JSON-LD with the types of schema.org. Source: JSON-LD 1.1. */
export const jsonLd = ({ origin, items }: Feed): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': items.map(item => thingOf(item, origin)) })

/** Formats opportunities as a page without scripts, which carries the JSON-LD as data. */
export function publicPage(feed: Feed): string {
  const { origin, items } = feed
  const data = jsonLd(feed).replaceAll('<', '\\u003c')
  const alternate = (type: string, path: string) => `<link rel="alternate" type="${type}" href="${escapedXml(at(origin, `api/${path}`))}">`
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapedXml(title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    alternate('application/rss+xml', 'opportunities.rss') + alternate('application/ld+json', 'opportunities.jsonld'),
    `<script type="application/ld+json">${data}</script></head>`,
    `<body><h1>${escapedXml(title)}</h1><p>${escapedXml(about)}</p><ul>`,
    ...items.map(item => {
      const link = `<a href="${escapedXml(linkOf(item, origin))}" rel="nofollow noreferrer">${escapedXml(item.facts.title)}</a>`
      return `<li>${link}${textOf(item)
        .split('\n')
        .filter(Boolean)
        .map(line => `<br>${escapedXml(line)}`)
        .join('')}</li>`
    }),
    '</ul></body></html>',
    ''
  ].join('\n')
}
