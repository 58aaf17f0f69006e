import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { HopelessJob } from '../jobs/queue.ts'
import type { Database } from '../storage/database.ts'
import { licenceOf } from './licence.ts'
import type { CitedDataset, Inquiry, Source } from './sources/source.ts'
import type { Arrived } from './write-page.ts'

/**
 * Stores the data sets of records that are not stored yet, with licence and citation if the source gives them.
 * @returns ids of the data sets, by their identifier at the source
 */
export async function keepDatasets(
  db: Database,
  source: Source,
  projectId: string | null,
  records: readonly Arrived[],
  inquiry: Inquiry
): Promise<Map<string, string>> {
  const wanted = [...new Set(records.flatMap(({ read }) => read.datasetId ?? []))]
  const known = async () => {
    const rows = await db
      .selectFrom('outside_dataset')
      .select(['id', 'external_id'])
      .where('project_id', projectId === null ? 'is' : '=', projectId)
      .where('source', '=', source.datasetsOf)
      .where('external_id', 'in', wanted)
      .execute()
    return new Map(rows.map(row => [row.external_id, row.id]))
  }
  if (wanted.length === 0) return new Map()
  const before = await known()
  const missing = wanted.filter(id => !before.has(id))
  if (missing.length === 0) return before
  const cited = new Map((await described(source, missing, inquiry)).map(dataset => [dataset.externalId, dataset]))
  await db
    .insertInto('outside_dataset')
    .values(
      missing.map(externalId => {
        const { title = null, rights = null, citation = null, url = null } = cited.get(externalId) ?? {}
        const names = { id: newId(), project_id: projectId, source: source.datasetsOf, external_id: externalId }
        return { ...names, title, rights, citation, url, licence: licenceOf(rights), accessed_at: timestamp() }
      })
    )
    .onConflict(conflict => conflict.columns(['project_id', 'source', 'external_id']).doNothing())
    .execute()
  return known()
}

/** Requests the descriptions of data sets. A failure does not delay the records: the licence then stays unknown. */
async function described(source: Source, externalIds: string[], inquiry: Inquiry): Promise<CitedDataset[]> {
  try {
    return await source.datasets(externalIds, inquiry)
  } catch (error) {
    if (!(error instanceof HopelessJob)) throw error
    inquiry.log('warning', `Licence and citation of ${externalIds.length} data sets are unknown: ${error.message}`)
    return []
  }
}
