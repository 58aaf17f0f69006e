import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { HopelessJob } from '../../jobs/queue.ts'
import { MissingPage } from '../errors.ts'
import { datasetOfQuery } from './address-query.ts'
import { plainText } from './feed.ts'
import { plainRecord, webAddress } from './plain-record.ts'
import type { Fields, Raw, Source, SourcePage } from './source.ts'
import { textOf } from './text.ts'

const mostBytes = 2_000_000
const mostPages = 50
/** Maximum number of items read from one page. Larger graphs are truncated. */
const mostItems = 2000
/** Maximum depth of nested objects that are searched for items. */
const deepest = 20
const readTypes = new Set([
  'JobPosting',
  'Grant',
  'MonetaryGrant',
  'Event',
  'CourseInstance',
  'Demand',
  'Dataset',
  'Article',
  'NewsArticle'
])
const longestText = 2000

const addressesOf = ({ addresses }: Raw): string[] => [...new Set(String(addresses).split(/\s+/).filter(Boolean))]

/** Source of calls, events and datasets that web pages describe in JSON-LD with schema.org types. */
// Long: the parts of one source.
export const pageJsonld = (): Source => ({
  kind: 'page.jsonld',
  title: 'Web pages with JSON-LD',
  about: 'Jobs, grants, events, courses and datasets that pages of one host describe in JSON-LD (schema.org).',
  dataType: 'opportunity',
  query: Type.Object(
    {
      addresses: Type.String({
        title: 'Addresses',
        description: `One address per line, at most ${mostPages}, all on the same host`,
        format: 'lines',
        minLength: 8,
        maxLength: 20_000
      }),
      rights: Type.Optional(
        Type.String({ title: 'Licence', description: 'Licence of the texts, such as CC BY 4.0, if you know it', maxLength: 200 })
      )
    },
    { additionalProperties: false }
  ),
  address: '',
  hosts: query => (addressesOf(query)[0] && URL.canParse(addressesOf(query)[0] ?? '') ? [new URL(addressesOf(query)[0] ?? '').host] : []),
  words(query) {
    const [one = '', ...more] = addressesOf(query)
    return more.length > 0 ? `${one} and ${more.length} more` : one
  },

  fault(query) {
    const addresses = addressesOf(query)
    const path = '/query/addresses'
    if (addresses.length > mostPages) return { path, message: `has more than ${mostPages} addresses` }
    if (!addresses.every(webAddress)) return { path, message: 'has an entry that is not a web address' }
    return new Set(addresses.map(address => new URL(address).host)).size > 1 ? { path, message: 'has addresses on several hosts' } : null
  },

  datasetsOf: 'address',

  async *pages(query, cursor, inquiry) {
    const addresses = addressesOf(query)
    // A position is stored after a page that exists.
    let missing: MissingPage | null = null
    let isFound = cursor !== null
    for (let place = Number(cursor ?? 0); place < addresses.length; place++) {
      const address = addresses[place] ?? ''
      const answer = await inquiry.file(address, { accept: 'text/html', maxBytes: mostBytes }).catch(error => {
        if (!(error instanceof MissingPage) || addresses.length === 1) throw error
        inquiry.log('warning', `${address} has no page: ${error.message}`)
        missing = error
        return null
      })
      if (!answer) continue
      isFound = true
      const { body, url } = answer
      const things = itemsOf(await scriptsOf(body.toString('utf8')))
      if (things.length === 0) inquiry.log('warning', `${address} has no JSON-LD of a supported type`)
      const isLast = place === addresses.length - 1
      const records = things.map(thing => ({ ...thing, page: url }))
      yield { records, cursor: isLast ? null : String(place + 1), total: null } satisfies SourcePage
    }
    if (missing && !isFound) throw missing
  },

  identity(raw) {
    const identifier = identifierIn(raw.identifier) ?? idOf(raw) ?? webAddress(raw.url)
    if (identifier !== null) return identifier
    const name = textIn(raw.title) ?? textIn(raw.name)
    return name === null ? null : createHash('sha256').update(`${raw.page} ${name}`).digest('base64url')
  },

  read(raw, query) {
    const date = textIn(raw.startDate) ?? textIn(raw.datePosted) ?? textIn(raw.datePublished)
    const [, day] = /^(\d{4}-\d{2}-\d{2})/.exec(date ?? '') ?? []
    return plainRecord({
      title: plainText(textIn(raw.title) ?? textIn(raw.name)),
      url: webAddress(raw.url) ?? webAddress(raw.page),
      datasetId: datasetOfQuery({ ...query, address: new URL(String(raw.page)).origin }).externalId,
      eventDate: date,
      firstDay: day,
      fields: fieldsOf(raw)
    })
  },

  dataset: async (externalId, _inquiry, query) => datasetOfQuery({ ...query, address: externalId })
})

/** Returns the contents of the JSON-LD scripts of a page. */
async function scriptsOf(html: string): Promise<string[]> {
  const { Parser } = await import('htmlparser2') // 15 MiB, which a server without web pages does not need
  const scripts: string[] = []
  let isInside = false
  const parser = new Parser({
    onopentag(name, { type = '' }) {
      isInside = name === 'script' && type.trim().toLowerCase() === 'application/ld+json'
      if (isInside) scripts.push('')
    },
    ontext(text) {
      if (isInside) scripts[scripts.length - 1] += text
    },
    onclosetag() {
      isInside = false
    }
  })
  parser.write(html)
  parser.end()
  return scripts
}

/** Collects items of supported types from objects, lists and graphs. Scripts that are not valid JSON are skipped. */
function itemsOf(scripts: readonly string[]): Raw[] {
  const found: Raw[] = []
  function collect(value: unknown, depth: number): void {
    if (depth > deepest || found.length >= mostItems || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const each of value) collect(each, depth + 1)
      return
    }
    const thing = value as Raw
    if (typesOf(thing).some(type => readTypes.has(type))) found.push(thing)
    else for (const name of ['@graph', 'itemListElement', 'item', 'mainEntity']) collect(thing[name], depth + 1)
  }
  for (const script of scripts)
    try {
      collect(JSON.parse(script), 0)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw new HopelessJob('A page could not be read', { cause: error })
    }
  return found
}

const typesOf = ({ '@type': type }: Raw): string[] =>
  (Array.isArray(type) ? type : [type]).filter(each => typeof each === 'string').map(each => each.replace(/^https?:\/\/schema\.org\//, ''))

/** Returns the text of a property: plain text, or the name or value of an object. Only the first item of a list is read. */
function textIn(value: unknown): string | null {
  const [single] = Array.isArray(value) ? value : [value]
  if (typeof single === 'number') return String(single)
  return typeof single === 'object' && single !== null
    ? (textOf((single as Raw).name) ?? textOf((single as Raw).value) ?? null)
    : textOf(single)
}

/** Returns an identifier: plain text, or the value of a `PropertyValue`, whose name is that of the institute. Only the first of a list is read. */
function identifierIn(value: unknown): string | null {
  const [single] = Array.isArray(value) ? value : [value]
  const given = typeof single === 'object' && single !== null ? (single as Raw).value : single
  return typeof given === 'number' ? String(given) : textOf(given)
}

/** Returns the `@id` of an item. A relative one is unique within its page only, and is resolved against the address of the page. */
function idOf(raw: Raw): string | null {
  const id = textOf(raw['@id'])
  const page = String(raw.page)
  return id !== null && !URL.canParse(id) && URL.canParse(id, page) ? new URL(id, page).href : id
}

/** Field names, each with the schema.org properties that it is read from. */
const properties: Record<string, readonly string[]> = {
  description: ['description'],
  organisation: ['hiringOrganization', 'funder', 'organizer', 'publisher', 'seller'],
  published: ['datePosted', 'datePublished'],
  deadline: ['validThrough'],
  starts: ['startDate', 'jobStartDate'],
  ends: ['endDate'],
  place: ['location', 'jobLocation'],
  employment: ['employmentType'],
  status: ['eventStatus'],
  licence: ['license']
}

function fieldsOf(raw: Raw): Fields {
  const fields: Fields = { type: typesOf(raw).join(', ') }
  for (const [name, from] of Object.entries(properties)) {
    const text = from.map(property => plainText(textIn(raw[property]))).find(Boolean)
    if (text) fields[name] = text.slice(0, longestText)
  }
  return fields
}
