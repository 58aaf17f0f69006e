import { sql } from 'kysely'
import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { Offline } from '../fetcher/fetch-errors.ts'
import { HopelessJob } from '../jobs/queue.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { licenceOf } from './licence.ts'
import { webAddress } from './sources/plain-record.ts'
import type { CitedDataset, Inquiry, Raw, Source } from './sources/source.ts'
import { type Arrived, rowsAtOnce } from './write-page.ts'

/** Number of failed requests, refusals excluded, after which the remaining datasets of a page are postponed. */
const mostUnanswered = 3

interface DatasetsOf {
  source: Source
  query: Raw
  projectId: string | null
  inquiry: Inquiry
}

/** Stores the datasets that one attempt at a run receives. Datasets without a description are requested again by the next attempt. */
// Long: the statements of one table, and the requests between them.
export function runDatasets(db: Database, { source, query, projectId, inquiry }: DatasetsOf) {
  const requested = new Set<string>()

  async function known(wanted: readonly string[]): Promise<Map<string, { id: string; isDescribed: boolean }>> {
    const items = jsonItems(
      db,
      wanted.map(id => ({ id }))
    )
    const rows = await db
      .selectFrom('outside_dataset')
      .select(['id', 'external_id', 'title', 'rights', 'citation'])
      .where('project_id', projectId === null ? 'is' : '=', projectId)
      .where('source', '=', source.datasetsOf)
      .where('external_id', 'in', sql<string>`(select item.value ->> 'id' from ${items})`)
      .execute()
    const isDescribed = ({ title, rights, citation }: (typeof rows)[number]) => title !== null || rights !== null || citation !== null
    return new Map(rows.map(row => [row.external_id, { id: row.id, isDescribed: isDescribed(row) }]))
  }

  /** Requests the descriptions of datasets. A failure does not hold up the records, but leaves the licence unknown. */
  async function described(externalIds: readonly string[]): Promise<Map<string, CitedDataset>> {
    const found = new Map<string, CitedDataset>()
    let unanswered = 0
    for (const externalId of externalIds) {
      try {
        const dataset = await source.dataset(externalId, inquiry, query)
        if (dataset) found.set(externalId, dataset)
      } catch (error) {
        inquiry.signal.throwIfAborted()
        if (!(error instanceof Error) || error instanceof Offline) throw error
        inquiry.log('warning', `Licence and citation of dataset ${externalId} are unknown: ${error.message}`)
        if (!(error instanceof HopelessJob)) unanswered += 1
        if (unanswered === mostUnanswered) break
      }
    }
    return found
  }

  /**
   * Stores the datasets of the records, unless they are already stored with a description. A source that renews its datasets replaces stored
   * descriptions. Licence and citation are included if the source has them.
   * @param given datasets that came with the records
   * @returns ids of the datasets, by their identifier at the source
   */
  return async (records: readonly Arrived[], given: readonly CitedDataset[] = []): Promise<Map<string, string>> => {
    const wanted = [...new Set(records.flatMap(({ read }) => read.datasetId ?? []))]
    if (wanted.length === 0) return new Map()
    const before = await known(wanted)
    const missing = wanted.filter(id => !before.has(id))
    const arrived = new Map(given.map(dataset => [dataset.externalId, dataset]))
    const isRenewed = (id: string) => source.renewsDatasets === true && arrived.has(id)
    const unread = wanted.filter(id => !requested.has(id) && (isRenewed(id) || !before.get(id)?.isDescribed))
    const cited = await described(unread.filter(id => !arrived.has(id)))
    for (const id of unread) if (arrived.has(id)) cited.set(id, arrived.get(id) as CitedDataset)
    for (const id of unread) requested.add(id)
    const rows = [...new Set([...missing, ...cited.keys()])].map(externalId => {
      const { title = null, rights = null, citation = null, url = null } = cited.get(externalId) ?? {}
      const names = { id: newId(), project_id: projectId, source: source.datasetsOf, external_id: externalId }
      return { ...names, title, rights, citation, url: webAddress(url), licence: licenceOf(rights), accessed_at: timestamp() }
    })
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await db
        .insertInto('outside_dataset')
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict(conflict => {
          const update = conflict.columns(['project_id', 'source', 'external_id']).doUpdateSet(({ ref }) => ({
            title: ref('excluded.title'),
            rights: ref('excluded.rights'),
            citation: ref('excluded.citation'),
            url: ref('excluded.url'),
            licence: ref('excluded.licence'),
            accessed_at: ref('excluded.accessed_at')
          }))
          return source.renewsDatasets
            ? update.where(sql<boolean>`excluded.citation is not null`)
            : update
                .where('outside_dataset.title', 'is', null)
                .where('outside_dataset.rights', 'is', null)
                .where('outside_dataset.citation', 'is', null)
        })
        .execute()
    const after = rows.length === 0 ? before : await known(wanted)
    return new Map([...after].map(([externalId, { id }]) => [externalId, id]))
  }
}
