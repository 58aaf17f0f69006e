import { zstdCompressSync } from 'node:zlib'
import { newId } from '../../../server/lib/ids.ts'
import type { sensitiveScene } from '../sensitive-scene.ts'

const position = { decimalLatitude: 40.1234567, decimalLongitude: -30.7654321 }
const at = '2026-06-04T07:12:00.000Z'

/**
 * Adds an accepted outside record that changed once, and two observations by the team: one at the secret site, and one named only by its genus. No
 * label has the name of the record, which is an Anthozoa by its classification.
 */
export async function addSensitiveRecord({ db, owner, project, coral, siteId }: Awaited<ReturnType<typeof sensitiveScene>>) {
  const draft = { projectId: project.id, name: 'Corals', source: 'obis.occurrences', query: { scientificname: 'Anthozoa' } }
  const scraperJobId = (await owner.post('/scraper/jobs', draft)).json().id
  const [runId, recordId] = [newId(), newId()]
  const ended = { cursor: null, outcome: 'done' as const, sentence: null, total: null, created_at: at, started_at: at, finished_at: at }
  await db
    .insertInto('scraper_run')
    .values({ id: runId, scraper_job_id: scraperJobId, number: 1, job_id: 'gone', query: '{}', ...ended })
    .execute()
  const scientificName = 'Desmophyllum dianthus'
  const fields = {
    ...position,
    scientificName,
    class: 'Anthozoa',
    locality: 'Secret Reef',
    minimumDepthInMeters: 302.45,
    individualCount: '2'
  }
  await db
    .insertInto('scraped_record')
    .values({
      ...{ id: recordId, scraper_job_id: scraperJobId, project_id: project.id, data_type: 'occurrence', hash: 'a', version: 2 },
      ...{ identity: 'found-1234567', occurrence_id: 'cruise:1234567', url: 'https://lab.example/occurrence/1234567' },
      ...{ state: 'waiting', first_run_id: runId, last_run_id: runId, changed_run_id: runId, flags: 0, source_flags: '[]' },
      ...{ title: scientificName, title_key: scientificName.toLowerCase(), minimum_depth_in_meters: 302.45 },
      ...{ decimal_latitude: position.decimalLatitude, decimal_longitude: position.decimalLongitude }
    })
    .execute()
  const before = { ...fields, decimalLatitude: 40.7654321, individualCount: '1' }
  for (const [place, each] of [before, fields].entries())
    await db
      .insertInto('scraped_version')
      .values({
        ...{ record_id: recordId, number: place + 1, run_id: runId, at, fields: JSON.stringify(each) },
        raw: zstdCompressSync(JSON.stringify(each))
      })
      .execute()
  await owner.post('/data/records/decide', { ids: [recordId], decision: 'accept' })
  const observed = async (more: object) =>
    (await owner.post(`/projects/${project.id}/observations`, { eventDate: '2026-06-04', ...more })).json().id
  const observationIds = [
    recordId,
    await observed({ labelId: coral, siteId, minimumDepthInMeters: 302.45, occurrenceRemarks: 'by the wreck' }),
    await observed({ verbatimIdentification: 'Anthozoa sp.', ...position })
  ]
  await owner.patch(`/observations/${observationIds[1]}`, { revision: 1, ...position })
  return { scraperJobId, runId, recordId, observationIds }
}
