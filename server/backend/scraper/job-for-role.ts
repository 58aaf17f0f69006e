import type { Role } from '../../../shared/contracts/projects.ts'
import type { ScraperJob, ScraperRun } from '../../../shared/contracts/scraper.ts'

/** Removes the query strings of addresses from a text: they may have a key of the person who made the job. */
const withoutKeys = (text: string): string => text.replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1')

/** A run as its viewers see it. */
export const runForRole = (role: Role | undefined, run: ScraperRun): ScraperRun =>
  mayEdit(role) ? run : { ...run, sentence: run.sentence && withoutKeys(run.sentence) }

/** A scraper job as its viewers see it. */
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
