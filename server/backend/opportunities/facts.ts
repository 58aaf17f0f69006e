import type { Deadline, OpportunityCard, OpportunityDraft, OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import { dayBounds } from './deadlines.ts'
import type { FitFacts } from './fit.ts'

/** Sort key for opportunities without a deadline. The key sorts after every instant. */
const never = '~'

/** Facts that a person enters about an opportunity, except its kind. */
export type Facts = Required<Omit<OpportunityDraft, 'kind' | 'isDraft' | 'deadlines'>> & { deadlines: Deadline[] }

const blank: Omit<Facts, 'title'> = {
  ...{ summary: null, body: null, organization: null, url: null, place: null, isRemote: null, regions: [], taxa: [], methods: [] },
  ...{ tags: [], languages: [], careerStages: [], countries: [], eligibility: null, amount: null, covers: null, notCovered: null },
  ...{ startsOn: null, endsOn: null, howToApply: null, contact: null, isRolling: false, isPublic: false, berth: null, deadlines: [] }
}

/** Fills in missing fields with blank values. Facts stored by an earlier version lack newer fields. */
export const fullFacts = (given: Partial<Facts>): Facts => ({ ...blank, title: '', ...given })

export type CardFacts = Pick<OpportunityCard, keyof Facts & keyof OpportunityCard>

/** Fills in the fields that a card stored by an earlier version lacks. */
export const fullCard = (given: Omit<CardFacts, 'isRolling'> & Partial<CardFacts>): CardFacts => ({ isRolling: false, ...given })

export function cardOf(facts: Facts): CardFacts {
  const { title, summary, organization, place, isRemote, regions, tags, amount, startsOn, endsOn, isRolling, deadlines, berth } = facts
  return {
    ...{ title, summary, organization, place, isRemote, regions, tags, amount, startsOn, endsOn, isRolling, deadlines },
    berth: berth && {
      ...{ ship: berth.ship, embarkPort: berth.embarkPort, embarkOn: berth.embarkOn, disembarkPort: berth.disembarkPort },
      ...{ disembarkOn: berth.disembarkOn, berthsFree: berth.berthsFree, paid: berth.paid }
    }
  }
}

export const fitFactsOf = ({ taxa, regions, methods, careerStages, countries }: Facts): FitFacts => ({
  ...{ taxa, regions, methods, careerStages, countries }
})

const barred = (words: readonly string[]) => `|${words.map(word => word.toLowerCase()).join('|')}|`

export const barredWord = (word: string) => barred([word])

/** Columns that are derived from the facts of an opportunity. */
export function columnsOf(facts: Facts, kind: OpportunityKind) {
  const last = facts.isRolling ? undefined : facts.deadlines.at(-1)
  return {
    facts: JSON.stringify(facts),
    card: JSON.stringify(cardOf(facts)),
    fit_facts: JSON.stringify(fitFactsOf(facts)),
    region_key: barred(facts.regions),
    taxon_key: barred(facts.taxa),
    career_key: barred(facts.careerStages),
    closes_at: last?.earliest ?? null,
    sort_key: last?.earliest ?? never,
    expires_at: endOf(facts, kind),
    is_public: facts.isPublic ? (1 as const) : (0 as const)
  }
}

/**
 * Returns the instant at which an opportunity is over: its last deadline. Without a deadline, or if rolling, the end of the departure day, or of the
 * last day of an event or training. Without any of these, a key that sorts after every instant.
 */
function endOf({ deadlines, isRolling, berth, startsOn, endsOn }: Facts, kind: OpportunityKind): string {
  const lastDeadline = deadlines
    .map(({ latest }) => latest)
    .sort()
    .at(-1)
  if (lastDeadline && !isRolling) return lastDeadline
  const day = kind === 'berth' ? (berth?.embarkOn ?? startsOn) : kind === 'event' || kind === 'training' ? (endsOn ?? startsOn) : null
  return day ? dayBounds(day).latest : never
}
