import { type EventFacts, type EventSpan, earlier, emptySpan, eventRow, later, widened } from '../formats/darwin-core/rows.ts'
import type { DarwinCoreRow, EventColumn } from '../formats/darwin-core/tables.ts'
import { depthOf, generalisedWords } from './occurrence-facts.ts'
import { effortOf, type SampledProject, samplingOf, uncertaintyOf } from './sampling-of.ts'
import type { SourceImage } from './source-images.ts'
import type { SourceSite, SourceSurvey } from './source-sites.ts'

interface Branch {
  name: string
  event: EventFacts
  /** Time and depth recorded for the survey or site itself. Images and observations supply missing values. */
  own: EventSpan
  below: EventSpan
}

const typeWords: Record<SourceSite['type'], string> = { station: 'Station', site: 'Site', transect: 'Transect' }
const idOf = ({ id }: { id: string }) => `urn:uuid:${id}`

/**
 * Parent events of images and observations: the project, its surveys and their sites. Surveys and sites without images or observations in the archive
 * are left out.
 */
export function eventTree(root: EventFacts, project: SampledProject) {
  const branches = new Map<string, Branch>()
  let span = emptySpan

  function branch(of: { id: string; name: string }, event: Omit<EventFacts, 'id'>, own: EventSpan): string {
    const id = idOf(of)
    if (!branches.has(of.id)) branches.set(of.id, { name: of.name, event: { id, ...event }, own, below: emptySpan })
    return id
  }

  const surveyBranch = (survey: SourceSurvey) => {
    const remarks = [survey.name, survey.notes].filter(Boolean).join(': ')
    const own = { ...emptySpan, begin: survey.startDate, end: survey.endDate }
    return branch(survey, { parentId: root.id, type: 'Survey', remarks, ...samplingOf(project, survey), ...effortOf(survey) }, own)
  }

  const siteBranch = (site: SourceSite) => {
    const { survey, decimalLatitude, decimalLongitude, notes } = site
    const event = {
      parentId: survey ? surveyBranch(survey) : root.id,
      type: typeWords[site.type],
      ...(!site.generalised && { locality: site.name }),
      ...(decimalLatitude !== null && { decimalLatitude }),
      ...(decimalLongitude !== null && { decimalLongitude }),
      ...uncertaintyOf(project, site),
      ...generalisedWords(site.generalised, site),
      ...samplingOf(project, site),
      ...effortOf(site),
      ...(notes && { remarks: notes })
    }
    return branch(site, event, depthOf(site))
  }

  return {
    /** Id of the event that an image or observation belongs to. */
    parentOf: ({ site }: Pick<SourceImage, 'site'>): string => (site ? idOf(site) : root.id),

    /** Adds the event of an image, or of one or more observations. */
    add({ site }: Pick<SourceImage, 'site'>, event: EventFacts): void {
      span = widened(span, event)
      if (!site) return
      siteBranch(site)
      for (const { id } of [site, ...(site.survey ? [site.survey] : [])]) {
        const above = branches.get(id)
        if (above) above.below = widened(above.below, event)
      }
    },

    /** Time and depth range of all images and observations. */
    span: () => span,

    rows(): { name: string; row: DarwinCoreRow<EventColumn> }[] {
      const above = [...branches.values()].map(({ name, event, own, below }) => ({ name, row: eventRow(event, joined(own, below)) }))
      return [...above, { name: root.locality ?? root.id, row: eventRow(root, span) }]
    }
  }
}

const joined = (own: EventSpan, below: EventSpan): EventSpan => ({
  ...(own.minimumDepthInMeters === null ? below : own),
  begin: own.begin ?? earlier(below.begin, own.end),
  end: own.end ?? later(below.end, own.begin)
})
