import { newId } from '../../../server/lib/ids.ts'
import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ storage: { db }, owner, projectId }) {
    const draft = { projectId, name: 'Reef fish', source: 'obis.occurrences', query: { scientificname: 'Acanthuridae' } }
    const scraperJobId = (await owner.post('/scraper/jobs', draft)).json().id
    const at = '2026-06-04T07:12:00.000Z'
    const [runId, recordId] = [newId(), newId()]
    const ended = { cursor: null, outcome: 'done' as const, sentence: null, total: null, created_at: at, started_at: at, finished_at: at }
    await db
      .insertInto('scraper_run')
      .values({ id: runId, scraper_job_id: scraperJobId, number: 1, job_id: 'gone', query: '{}', ...ended })
      .execute()
    await db
      .insertInto('scraped_record')
      .values({
        ...{
          id: recordId,
          scraper_job_id: scraperJobId,
          project_id: projectId,
          data_type: 'occurrence',
          identity: 'a',
          hash: 'a',
          version: 1
        },
        ...{ state: 'waiting', first_run_id: runId, last_run_id: runId, flags: 0, source_flags: '[]', title: 'Gadus', title_key: 'gadus' }
      })
      .execute()
    const decisionId = (await owner.post('/data/records/decide', { ids: [recordId], decision: 'accept' })).json().id
    return { scraperJobId, runId, recordId, decisionId }
  },
  isInBlindWorlds: true,
  reads: {
    'GET /scraper/jobs': ['', '?limit=1'],
    'GET /data/job/:scraperJobId': ['', '?state=accepted'],
    'GET /data/project/:projectId': ['', '?state=accepted']
  },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /scraper/jobs',
      'POST /scraper/jobs/preview',
      'PATCH /scraper/jobs/:scraperJobId',
      'DELETE /scraper/jobs/:scraperJobId',
      'POST /scraper/jobs/:scraperJobId/run',
      'POST /scraper/jobs/:scraperJobId/cancel',
      'POST /scraper/jobs/:scraperJobId/retry',
      'POST /data/records/decide',
      'POST /data/decisions/:decisionId/undo',
      'POST /scraper/runs/:runId/mark-gone',
      'PUT /projects/:projectId/inbox-rules',
      'POST /projects/:projectId/inbox-rules/dry-run',
      'POST /projects/:projectId/inbox-rules/apply'
    ]
  }
}
