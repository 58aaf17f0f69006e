import type { Role } from '../../../shared/contracts/projects.ts'
import type { ScraperJob, ScraperRun } from '../../../shared/contracts/scraper.ts'

/** Removes query strings from the addresses in a text, because they may contain an API key of the job's creator. */
const withoutKeys = (text: string): string => text.replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1')

/** Redacts a run for members who may not edit. */
export const runForRole = (role: Role | undefined, run: ScraperRun): ScraperRun =>
  mayEdit(role) ? run : { ...run, sentence: run.sentence && withoutKeys(run.sentence) }

/** Redacts a scraper job for members who may not edit. */
export const jobForRole = (role: Role | undefined, job: ScraperJob): ScraperJob =>
  mayEdit(role)
    ? job
    : {
        ...job,
        query: Object.fromEntries(
          Object.entries(job.query).map(([name, value]) => [name, typeof value === 'string' ? withoutKeys(value) : value])
        ),
        words: withoutKeys(job.words),
        lastRun: job.lastRun && runForRole(role, job.lastRun)
      }

const mayEdit = (role: Role | undefined) => role === 'editor' || role === 'owner'
