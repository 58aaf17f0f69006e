import type { Publication } from '../../../../shared/contracts/publication.ts'
import type { SamplingFacts } from '../../../../shared/contracts/sampling-facts.ts'
import type { EventFacts } from '../formats/darwin-core/rows.ts'
import { type Uncertain, uncertaintyOfPlace } from './given-places.ts'
import type { ProjectSource } from './project-source.ts'
import type { SourceSite, SourceSurvey } from './source-sites.ts'

/** Project facts for events whose site and survey have no sampling facts. */
export type SampledProject = Pick<ProjectSource, 'publication' | 'described'>

type Place = SourceSite | SourceSurvey | null

/** Sampling facts of the place, its survey and the project, most specific first. */
function levelsOf({ publication, described }: SampledProject, place: Place): SamplingFacts[] {
  const survey = place && 'survey' in place ? place.survey : null
  return [...(place ? [place] : []), ...(survey ? [survey] : []), { ...publication, habitat: described.habitat }]
}

/** Sampling method and habitat of an event. GBIF does not inherit them from the parent event. */
export function samplingOf(project: SampledProject, place: Place): Pick<EventFacts, 'samplingProtocol' | 'habitat' | 'locationID'> {
  const levels = levelsOf(project, place)
  const nearest = (name: 'samplingProtocol' | 'habitat' | 'locationID') => levels.find(level => level[name] !== null)?.[name]
  const [samplingProtocol, habitat, locationID] = [nearest('samplingProtocol'), nearest('habitat'), nearest('locationID')]
  return { ...(samplingProtocol && { samplingProtocol }), ...(habitat && { habitat }), ...(locationID && { locationID }) }
}

/** Sample size of one image. */
export function sampleSizeOf(project: SampledProject, place: Place): Pick<EventFacts, 'sampleSize'> {
  for (const { sampleSizeValue: value, sampleSizeUnit: unit } of levelsOf(project, place))
    if (value !== null && unit !== null) return { sampleSize: { value, unit } }
  return {}
}

/** Effort and footprint of a place as a whole. They do not apply to a single image. */
export function effortOf({ samplingEffort, ...place }: (SourceSite | SourceSurvey | Publication) & { footprintWKT?: string | null }) {
  const { footprintWKT } = place
  return { ...(samplingEffort && { samplingEffort }), ...(footprintWKT && { footprintWKT }) }
}

export function uncertaintyOf(
  { publication: { coordinateUncertaintyInMeters: own } }: SampledProject,
  place: Uncertain
): Pick<EventFacts, 'coordinateUncertaintyInMeters'> {
  const meters = uncertaintyOfPlace(place, own)
  return meters === null ? {} : { coordinateUncertaintyInMeters: meters }
}
