import { Type } from 'typebox'
import { timestamp } from '../../../lib/clock.ts'
import { wormsAddress } from '../../taxonomy/worms/client.ts'
import { plainRecord, scalarsOf } from './plain-record.ts'
import type { Inquiry, Raw, Source, SourcePage } from './source.ts'
import { textOf } from './text.ts'

/** Number of child records per page. */
const pageSize = 50
const mostNames = 50
const mostChildren = 5000
const volatile = new Set(['modified', 'match_type', 'citation'])

interface TaxaQuery {
  names?: string
  childrenof?: number
}

const namesOf = ({ names = '' }: TaxaQuery) => [
  ...new Set(
    names
      .split(/[\n;]/)
      .map(name => name.trim())
      .filter(Boolean)
  )
]

/** Source of taxa from WoRMS: taxa with given names, or the direct children of a taxon. */
// Long: the parts of one source.
export const wormsTaxa = (address = wormsAddress): Source => ({
  kind: 'worms.taxa',
  title: 'WoRMS taxa',
  about: 'Names, ranks and accepted names from the World Register of Marine Species.',
  dataType: 'taxon',
  query: Type.Object(
    {
      names: Type.Optional(
        Type.String({
          title: 'Names',
          description: `One name per line, at most ${mostNames}`,
          format: 'lines',
          minLength: 2,
          maxLength: 10_000
        })
      ),
      childrenof: Type.Optional(Type.Integer({ title: 'Children of the AphiaID', minimum: 1, maximum: 2 ** 31 - 1 }))
    },
    { additionalProperties: false }
  ),
  address,
  hosts: () => [new URL(address).host],

  words(query) {
    const names = namesOf(query as TaxaQuery)
    const { childrenof } = query as TaxaQuery
    const listed = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
    return [listed, childrenof !== undefined && `children of AphiaID ${childrenof}`].filter(Boolean).join('; ')
  },

  fault(query) {
    const names = namesOf(query as TaxaQuery)
    if (names.length === 0 && (query as TaxaQuery).childrenof === undefined) return { path: '/query', message: 'needs names or an AphiaID' }
    return names.length > mostNames ? { path: '/query/names', message: `has more than ${mostNames} names` } : null
  },

  datasetsOf: 'worms',

  async *pages(query, cursor, inquiry) {
    const { childrenof } = query as TaxaQuery
    const names = namesOf(query as TaxaQuery)
    if (cursor === null && names.length > 0) {
      const records = await matches(address, names, inquiry)
      yield { records, cursor: childrenof === undefined ? null : '1', total: null } satisfies SourcePage
    }
    if (childrenof === undefined) return
    for (let offset = Number(cursor ?? 1); ; offset += pageSize) {
      const records = listOf(await inquiry.json(`${address}/AphiaChildrenByAphiaID/${childrenof}?marine_only=false&offset=${offset}`))
      const isLast = records.length < pageSize || offset + pageSize > mostChildren
      yield { records, cursor: isLast ? null : String(offset + pageSize), total: null } satisfies SourcePage
      if (isLast) return
    }
  },

  identity: ({ AphiaID: id }) => (isAphiaId(id) ? String(id) : null),

  read: raw =>
    plainRecord({
      title: textOf(raw.scientificname),
      url: `https://www.marinespecies.org/aphia.php?p=taxdetails&id=${raw.AphiaID}`,
      datasetId: 'worms',
      aphiaId: Number(raw.AphiaID),
      fields: scalarsOf(raw, volatile)
    }),

  async dataset(externalId) {
    const citation = `WoRMS Editorial Board (${timestamp().slice(0, 4)}). World Register of Marine Species. Accessed ${timestamp().slice(0, 10)}`
    return { externalId, title: 'World Register of Marine Species', rights: 'CC BY 4.0', citation, url: 'https://www.marinespecies.org' }
  }
})

const isAphiaId = (id: unknown) => Number.isInteger(id) && Number(id) > 0 && Number(id) < 2 ** 31

/** Finds the records of names. Each name yields its exact match, or else all records that WoRMS suggests. */
async function matches(address: string, names: readonly string[], inquiry: Inquiry): Promise<Raw[]> {
  const parameters = names.map(name => `scientificnames[]=${encodeURIComponent(name)}`).join('&')
  const answer = await inquiry.json(`${address}/AphiaRecordsByMatchNames?${parameters}&marine_only=false`)
  const byName = Array.isArray(answer) ? answer.map(listOf) : []
  for (const [place, name] of names.entries())
    if ((byName[place] ?? []).length === 0) inquiry.log('warning', `WoRMS has no taxon with the name ${name}`)
  return byName.flatMap(found => {
    const exact = found.find(({ match_type: type }) => type === 'exact')
    return exact ? [exact] : found
  })
}

/** @throws Error for a response with an unexpected structure */
function listOf(answer: unknown): Raw[] {
  if (answer === null) return []
  if (!Array.isArray(answer) || !answer.every(each => typeof each === 'object' && each !== null))
    throw new Error('WoRMS sent a response with an unexpected structure')
  return answer as Raw[]
}
