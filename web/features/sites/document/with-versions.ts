import type { Sites } from '../../../../shared/contracts/sites.ts'
import type { SiteVersion } from './edits.ts'

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Surveys and sites with the unsent edits, sorted by name as on the server. */
export function withVersions({ surveys, sites: _before, unassignedCount }: Sites, versions: readonly SiteVersion[]): Sites {
  const sites = versions.toSorted((a, b) => natural.compare(a.name, b.name))
  const counted = surveys.map(survey => {
    const own = sites.filter(({ surveyId }) => surveyId === survey.id)
    return { ...survey, siteCount: own.length, mediaCount: own.reduce((sum, { mediaCount }) => sum + mediaCount, 0) }
  })
  return { surveys: counted, sites, unassignedCount }
}
