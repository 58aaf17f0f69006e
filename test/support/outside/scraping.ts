import type { Test } from 'tap'
import type { RecordPage } from '../../../shared/contracts/outside-records.ts'
import type { LogLine, ScraperJob } from '../../../shared/contracts/scraper.ts'
import { type BackendOptions, type Person, testBackend } from '../backend.ts'
import { until } from '../until.ts'
import { type FakeObis, fakeObis } from './fake-obis.ts'
import type { Occurrence } from './occurrences.ts'

const isOver = ({ state }: ScraperJob) => ['done', 'stopped', 'failed', 'cancelled'].includes(state)

/** Creates a project whose backend queries a fake OBIS. */
export async function scrapingProject(t: Test, records: Occurrence[] = [], options: BackendOptions = {}) {
  const obis: FakeObis = await fakeObis(t, records)
  const backend = await testBackend(t, { runJobs: true, outsideUrls: { obis: obis.url }, ...options })
  const owner = await backend.signUp('ana@lab.example')
  const project = await owner.makeProject()
  const draft = { projectId: project.id, name: 'Tonga', source: 'obis.occurrences', query: { scientificname: 'Acanthuridae' } }
  const make = async (more: object = {}) => (await owner.post('/scraper/jobs', { ...draft, ...more })).json<ScraperJob>()
  return { ...backend, obis, owner, project, draft, make, ...reading(owner, project.id) }
}

const reading = (owner: Person, projectId: string) => {
  const job = async (id: string) => (await owner.get(`/scraper/jobs/${id}`)).json<ScraperJob>()
  const ended = (id: string) => until(() => job(id), isOver, { pauseMs: 20 })
  return {
    job,
    /** Waits for the end of a run. */
    ended,
    /** Runs a job again and waits for the end. */
    async rerun(id: string) {
      await owner.post(`/scraper/jobs/${id}/run`)
      return ended(id)
    },
    log: async ({ lastRun }: ScraperJob) =>
      (await owner.get(`/scraper/runs/${lastRun?.id}/log`)).json<{ items: LogLine[] }>().items.map(({ sentence }) => sentence),
    records: async (query = '') => (await owner.get(`/data/project/${projectId}${query}`)).json<RecordPage>()
  }
}
