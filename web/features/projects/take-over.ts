import { queryOptions } from '@tanstack/react-query'
import type { Publication } from '../../../shared/contracts/publication.ts'
import type { SamplingFacts } from '../../../shared/contracts/sampling-facts.ts'
import type { Site, Sites, Survey } from '../../../shared/contracts/sites.ts'
import { call } from '../../api/call.ts'

/** Data to copy into a new project. `from` is the id of the source project, or empty. */
export interface TakeOver {
  from: string
  sites: boolean
  plan: boolean
}

export const nothingTaken: TakeOver = { from: '', sites: false, plan: false }

/** Maximum number of sites that one form copies, because each takes one request. */
export const siteCopyLimit = 500

const planFields = ['samplingProtocol', 'samplingDescription', 'sampleSizeValue', 'sampleSizeUnit', 'samplingEffort'] as const

/** Sampling plan of a project: its default sampling facts. */
export type SamplingPlan = Partial<Pick<SamplingFacts, (typeof planFields)[number]>>

/** Sites, surveys and sampling plan of a project to copy from. */
export const sourceOf = (projectId: string) =>
  queryOptions({
    queryKey: ['take-over', projectId],
    queryFn: async ({ signal }) => {
      const params = { projectId }
      const [sites, publication] = await Promise.all([
        call('GET /projects/:projectId/sites', { params, signal }),
        call('GET /projects/:projectId/publication', { params, signal })
      ])
      return { sites, plan: planOf(publication) }
    },
    enabled: projectId !== '',
    staleTime: 30_000
  })

/** Reads the sampling plan of a publication; null when all its fields are empty. */
function planOf(publication: Publication): SamplingPlan | null {
  const filled = planFields.filter(name => publication[name] !== null)
  return filled.length > 0 ? Object.fromEntries(filled.map(name => [name, publication[name]])) : null
}

/** Copies surveys and sites into a new project, one after the other. @returns whether all were copied */
export async function copySites(projectId: string, { surveys, sites }: Sites): Promise<boolean> {
  const params = { projectId }
  try {
    const copies = new Map<string, string>()
    for (const survey of surveys) {
      const { id } = await call('POST /projects/:projectId/surveys', { params, json: surveyDraft(survey) })
      copies.set(survey.id, id)
    }
    for (const site of sites) {
      const surveyId = site.surveyId ? (copies.get(site.surveyId) ?? null) : null
      await call('POST /projects/:projectId/sites', { params, json: { ...siteDraft(site), surveyId } })
    }
    return true
  } catch {
    return false
  }
}

/** Saves a sampling plan as the default of a new project. @returns whether it was saved */
export async function copyPlan(projectId: string, plan: SamplingPlan): Promise<boolean> {
  const params = { projectId }
  try {
    const { projectId: _, members, modifiedAt, ...draft } = await call('GET /projects/:projectId/publication', { params })
    await call('PUT /projects/:projectId/publication', { params, json: { ...draft, ...plan } })
    return true
  } catch {
    return false
  }
}

function surveyDraft({ id, projectId, siteCount, mediaCount, createdAt, modifiedAt, revision, ...draft }: Survey) {
  return draft
}

/** Returns the draft of a copied site. A generalised position is left out, because the copy would present it as exact. */
function siteDraft(site: Site) {
  const { id, projectId, mediaCount, createdAt, modifiedAt, revision, generalised, surveyId, ...draft } = site
  return generalised ? { ...draft, decimalLatitude: null, decimalLongitude: null, footprintWKT: null, locationID: null } : draft
}
