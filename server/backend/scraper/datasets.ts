import { sql } from 'kysely'
import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { Offline } from '../fetcher/fetch-errors.ts'
import { HopelessJob } from '../jobs/queue.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { licenceOf } from './licence.ts'
import type { CitedDataset, Inquiry, Source } from './sources/source.ts'
import { type Arrived, rowsAtOnce } from './write-page.ts'

/** So many data sets of one page that the service does not answer for end the questions of that page. */
const mostUnanswered = 3

interface DatasetsOf {
  source: Source
  projectId: string | null
  inquiry: Inquiry
}

/** Data sets of one try of a run. A data set that the source cannot describe is asked for again by the next one. */
// Long: the statements of one table, and the questions between them.
export function runDatasets(db: Database, { source, projectId, inquiry }: DatasetsOf) {
  const asked = new Set<string>()

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

  /** Data sets by their identifier. One that cannot be described holds up no record: its licence is unknown. */
  async function described(externalIds: readonly string[]): Promise<Map<string, CitedDataset>> {
    const found = new Map<string, CitedDataset>()
    let unanswered = 0
    for (const externalId of externalIds) {
      try {
        const dataset = await source.dataset(externalId, inquiry)
        if (dataset) found.set(externalId, dataset)
      } catch (error) {
        inquiry.signal.throwIfAborted()
        if (!(error instanceof Error) || error instanceof Offline) throw error
        inquiry.log('warning', `Licence and citation of data set ${externalId} are not known: ${error.message}`)
        if (!(error instanceof HopelessJob)) unanswered += 1
        if (unanswered === mostUnanswered) break
      }
    }
    return found
  }

  /**
   * Makes sure that the data sets of records are known, with licence and citation where the source gives them.
   * @returns their ids, by their identifier at the source
   */
  return async (records: readonly Arrived[]): Promise<Map<string, string>> => {
    const wanted = [...new Set(records.flatMap(({ read }) => read.datasetId ?? []))]
    if (wanted.length === 0) return new Map()
    const before = await known(wanted)
    const missing = wanted.filter(id => !before.has(id))
    const unread = wanted.filter(id => !before.get(id)?.isDescribed && !asked.has(id))
    const cited = await described(unread)
    for (const id of unread) asked.add(id)
    const rows = [...new Set([...missing, ...cited.keys()])].map(externalId => {
      const { title = null, rights = null, citation = null, url = null } = cited.get(externalId) ?? {}
      const names = { id: newId(), project_id: projectId, source: source.datasetsOf, external_id: externalId }
      return { ...names, title, rights, citation, url, licence: licenceOf(rights), accessed_at: timestamp() }
    })
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await db
        .insertInto('outside_dataset')
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict(conflict =>
          conflict
            .columns(['project_id', 'source', 'external_id'])
            .doUpdateSet(({ ref }) => ({
              title: ref('excluded.title'),
              rights: ref('excluded.rights'),
              citation: ref('excluded.citation'),
              url: ref('excluded.url'),
              licence: ref('excluded.licence'),
              accessed_at: ref('excluded.accessed_at')
            }))
            .where('outside_dataset.title', 'is', null)
            .where('outside_dataset.rights', 'is', null)
            .where('outside_dataset.citation', 'is', null)
        )
        .execute()
    const after = rows.length === 0 ? before : await known(wanted)
    return new Map([...after].map(([externalId, { id }]) => [externalId, id]))
  }
}
