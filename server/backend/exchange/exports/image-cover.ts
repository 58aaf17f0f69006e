import type { OccurrenceFacts } from '../darwin-core-rows.ts'
import { identifiedAt, identifierOf, modelOf, occurrenceOf, peopleOf } from './occurrence-facts.ts'
import type { Person, SourceAnnotation } from './source-annotations.ts'
import type { SourceLabel } from './source-labels.ts'

export interface CoverOccurrence {
  facts: OccurrenceFacts & { quantity: { value: number; type: string } }
  label: SourceLabel
  /** `12 of 50 judged sample points` */
  method: string
  /** The first of its points. */
  first: SourceAnnotation
  isDisputed: boolean
}

/** In GBIF's vocabulary of quantities. */
export const percentCover = 'percentageCoverage'

interface Hits {
  label: SourceLabel
  first: SourceAnnotation
  count: number
  people: Map<string, Person>
  models: Set<string>
  identifiedAt: string
  isDisputed: boolean
}

export type ImageCover = ReturnType<typeof imageCover>

/**
 * What the sample points of one image say: a point is no organism, but all of them are the cover of each taxon in percent. What a machine
 * alone said stands apart, as OBIS asks for imaging data; its cover and that of people add up. Holds no point, only sums.
 */
export function imageCover() {
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
      const id = `urn:uuid:${point.image.id}:cover:${label.id}${people.length > 0 ? '' : ':machine'}`
      const at = identifiedAt(point)
      const none = { label, first: point, count: 0, people: new Map(), models: new Set<string>(), identifiedAt: at, isDisputed: false }
      const sum: Hits = hits.get(id) ?? none
      hits.set(id, sum)
      sum.count += 1
      for (const person of people) sum.people.set(person.id, person)
      const model = modelOf(point)
      if (model) sum.models.add(model)
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

    /** One for each label that has a taxon. The identifiers stay the same over exports. */
    *occurrences(context: Parameters<typeof occurrenceOf>[3]): Generator<CoverOccurrence, void, undefined> {
      for (const [id, { label, first, count, people, models, identifiedAt, isDisputed }] of hits) {
        const identification = label.identification()
        if (!identification) continue
        const value = Number(((100 * count) / judged).toPrecision(6))
        yield {
          facts: {
            ...withoutCount(occurrenceOf({ ...first, attributes: {} }, label, identification, context)),
            id,
            people: [...people.values()].map(identifierOf),
            ...(models.size > 0 && { model: [...models].join(' | ') }),
            identifiedAt,
            quantity: { value, type: percentCover }
          },
          label,
          method: `${count} of ${judged} judged sample points`,
          first,
          isDisputed
        }
      }
    }
  }
}

/** Cover counts nothing. */
const withoutCount = ({ individualCount: _none, ...facts }: OccurrenceFacts): OccurrenceFacts => facts
