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
  /** `12 of 50 judged sample points` */
  method: string
  /** Of the models that named its points; null where none gave any. */
  confidence: { mean: number; method: string } | null
  /** The first of its points. */
  first: SourceAnnotation
  /** Names of the annotators that are programs. */
  programs: string[]
  isDisputed: boolean
}

/** In GBIF's vocabulary of quantities. */
export const percentCover = 'percentageCoverage'

interface Hits {
  label: SourceLabel
  first: SourceAnnotation
  count: number
  people: Map<string, Person>
  models: Map<string, NamedModel>
  /** Of points that a model named. */
  confidence: { sum: number; count: number }
  identifiedAt: string
  isDisputed: boolean
}

const byMachine = ':machine'

export type ImageCover = ReturnType<typeof imageCover>

/**
 * What the sample points of one image say: a point is no organism, but all of them are the cover of each taxon in percent. What a machine
 * alone said stands apart, as OBIS asks for imaging data; its cover and that of people add up. Holds no point, only sums.
 */
// Long: one query with its conditions.
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

    /** Of a label that says that nothing could be seen. */
    addUnscorable(): void {
      unscorable += 1
    },

    /** Takes a point with a name in. */
    add(point: SourceAnnotation, label: SourceLabel): void {
      judged += 1
      const people = peopleOf(point)
      const key = `${label.id}${people.length > 0 ? '' : byMachine}`
      const at = identifiedAt(point)
      const none = { label, first: point, count: 0, people: new Map(), models: new Map(), identifiedAt: at, isDisputed: false }
      const sum: Hits = hits.get(key) ?? { ...none, confidence: { sum: 0, count: 0 } }
      hits.set(key, sum)
      sum.count += 1
      for (const person of people) sum.people.set(person.id, person)
      const model = modelOf(point, context)
      if (model) sum.models.set(point.annotator.name, model)
      const confidence = modelConfidence(point)
      if (confidence !== null) {
        sum.confidence.sum += confidence
        sum.confidence.count += 1
      }
      if (at > sum.identifiedAt) sum.identifiedAt = at
      sum.isDisputed ||= point.reviewState === 'disputed'
    },

    /** What was looked at, for the event; null without a sample. */
    effort(): { samplingProtocol: string; samplingEffort: string } | null {
      if (judged + unnamed + unscorable === 0) return null
      const points = [`${judged} sample ${judged === 1 ? 'point' : 'points'} judged`]
      if (unscorable > 0) points.push(`${unscorable} not to be judged`)
      if (unnamed > 0) points.push(`${unnamed} not named`)
      return { samplingProtocol: 'sample points for percent cover', samplingEffort: points.join(', ') }
    },

    /**
     * One for each label that has a taxon, two where only some of its points have the word of a person. The identifiers stay the same
     * over exports, and over a review: what a machine alone said has one of its own only beside the record of people.
     */
    *occurrences(): Generator<CoverOccurrence, void, undefined> {
      for (const { label, first, count, people, models, confidence, identifiedAt, isDisputed } of hits.values()) {
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
          method: `${count} of ${judged} judged sample points`,
          confidence: meanOf(confidence, count),
          first,
          programs: [...models.keys()],
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

/** Cover counts nothing. */
const withoutCount = ({ individualCount: _none, ...facts }: OccurrenceFacts): OccurrenceFacts => facts
