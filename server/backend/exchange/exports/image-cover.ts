import type { NamedModel } from '../../../../shared/publication/models.ts'
import type { OccurrenceFacts } from '../formats/darwin-core/rows.ts'
import type { Identification } from './identification.ts'
import {
  cited,
  identifiedAt,
  identifierOf,
  modelConfidence,
  modelOf,
  type OccurrenceContext,
  occurrenceOf,
  peopleOf
} from './occurrence-facts.ts'
import type { Person, SourceAnnotation } from './source-annotations.ts'
import type { SourceLabel } from './source-labels.ts'

export interface CoverOccurrence {
  facts: OccurrenceFacts & { quantity: { value: number; type: string } }
  identification: Identification
  /** `12 of 50 scored sample points` */
  method: string
  /** Confidence of the models that labelled the points; null when no model gave a confidence. */
  confidence: { mean: number; method: string } | null
  /** First point with the label. */
  first: SourceAnnotation
  /** Names of annotators that are programs. */
  programs: string[]
  isDisputed: boolean
}

/** Percent cover in the GBIF vocabulary of quantity types. */
export const percentCover = 'percentageCoverage'

interface Hits {
  label: SourceLabel
  first: SourceAnnotation
  count: number
  people: Map<string, Person>
  models: Map<string, NamedModel>
  /** Annotators that are programs. */
  programs: Set<string>
  /** Sum and number of the confidences of points that a model labelled. */
  confidence: { sum: number; count: number }
  identifiedAt: string
  isDisputed: boolean
}

const byMachine = ':machine'

export type ImageCover = ReturnType<typeof imageCover>

/**
 * Percent cover of each taxon, computed from the sample points of one image. A single point is not an organism. Points labelled by machines alone
 * form a separate record, as OBIS requires for imaging data. The total cover of a taxon is the sum of both records. Only sums are held in memory, not
 * points.
 */
// Long: the methods of one collector.
export function imageCover(context: OccurrenceContext) {
  const hits = new Map<string, Hits>()
  let [judged, unnamed, unscorable] = [0, 0, 0]

  return {
    get judged(): number {
      return judged
    },

    addUnnamed(): void {
      unnamed += 1
    },

    /** Counts a point with an unscorable label. */
    addUnscorable(): void {
      unscorable += 1
    },

    /** Counts a point with a label. */
    add(point: SourceAnnotation, label: SourceLabel): void {
      judged += 1
      const people = peopleOf(point)
      const key = `${label.id}${people.length > 0 ? '' : byMachine}`
      const at = identifiedAt(point)
      const none = {
        label,
        first: point,
        count: 0,
        people: new Map(),
        models: new Map(),
        programs: new Set<string>(),
        identifiedAt: at,
        isDisputed: false
      }
      const sum: Hits = hits.get(key) ?? { ...none, confidence: { sum: 0, count: 0 } }
      hits.set(key, sum)
      sum.count += 1
      for (const person of people) sum.people.set(person.id, person)
      const model = modelOf(point, context)
      if (model) sum.models.set(point.source === 'machine' ? point.annotator.name : (model.name ?? ''), model)
      if (point.source === 'machine') sum.programs.add(point.annotator.name)
      const confidence = modelConfidence(point)
      if (confidence !== null) {
        sum.confidence.sum += confidence
        sum.confidence.count += 1
      }
      if (at > sum.identifiedAt) sum.identifiedAt = at
      sum.isDisputed ||= point.reviewState === 'disputed'
    },

    /** Sampling effort of the event; null without a sample. */
    effort(): { samplingProtocol: string; samplingEffort: string } | null {
      if (judged + unnamed + unscorable === 0) return null
      const points = [`${judged} sample ${judged === 1 ? 'point' : 'points'} scored`]
      if (unscorable > 0) points.push(`${unscorable} unscorable`)
      if (unnamed > 0) points.push(`${unnamed} unlabelled`)
      return { samplingProtocol: 'sample points for percent cover', samplingEffort: points.join(', ') }
    },

    /**
     * Yields one record for each label with a taxon, or two when people labelled only some of its points. Identifiers are the same in every export,
     * even after a review. Points labelled by machines alone get a separate identifier only if people labelled others.
     */
    *occurrences(): Generator<CoverOccurrence, void, undefined> {
      for (const { label, first, count, people, models, programs, confidence, identifiedAt, isDisputed } of hits.values()) {
        const identification = label.identification()
        if (!identification) continue
        const suffix = people.size === 0 && hits.has(label.id) ? byMachine : ''
        const id = `urn:uuid:${first.image.id}:cover:${label.id}${suffix}`
        const value = Number(((100 * count) / judged).toPrecision(6))
        yield {
          facts: {
            ...withoutCount(occurrenceOf({ ...first, attributes: {} }, label, identification, context)),
            id,
            people: [...people.values()].map(identifierOf),
            ...(models.size > 0 && { model: cited([...models.values()]) }),
            identifiedAt,
            quantity: { value, type: percentCover }
          },
          identification,
          method: `${count} of ${judged} scored sample points`,
          confidence: meanOf(confidence, count),
          first,
          programs: [...programs],
          isDisputed
        }
      }
    }
  }
}

function meanOf(confidence: Hits['confidence'], points: number): CoverOccurrence['confidence'] {
  if (confidence.count === 0) return null
  const mean = Number((confidence.sum / confidence.count).toPrecision(6))
  return { mean, method: `mean over ${confidence.count} of ${points} sample points` }
}

/** Occurrence facts without the count, which does not apply to cover. */
const withoutCount = ({ individualCount: _none, ...facts }: OccurrenceFacts): OccurrenceFacts => facts
