import type { CareerStage, OpportunityFit, OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import type { OpportunityProfile } from '../../../shared/contracts/opportunity-profile.ts'
import { basinOf } from '../../../shared/vocabulary/sea-regions.ts'

/** Facts about a call that are compared with the facts about a person. */
export interface FitFacts {
  taxa: string[]
  regions: string[]
  methods: string[]
  careerStages: CareerStage[]
  countries: string[]
}

/** Facts about a person. The facts about the person's projects are included if the person allows it. */
export interface FitPerson {
  profile: OpportunityProfile
  projectRegions: string[]
  projectMethods: string[]
  /** Ranks of taxa in the catalogs of the projects, by lower-case name. */
  catalog: ReadonlyMap<string, string | null>
}

/** Fraction of the points for a shared taxon, by its rank. The more specific the rank, the more points. */
const shareByRank: readonly [RegExp, number][] = [
  [/^(species|subspecies|variety|form|forma)$/, 1],
  [/genus$/, 0.9],
  [/family$|tribe$/, 0.7],
  [/order$|superfamily$/, 0.5],
  [/class$|superorder$/, 0.3],
  [/phylum$|superclass$/, 0.2]
]
/** Fraction of the points for a taxon of unknown rank. */
const unknownRankShare = 0.5

const careerWords: Record<CareerStage, string> = {
  student: 'students',
  PhD: 'PhD candidates',
  'early career': 'early-career researchers',
  established: 'established researchers',
  technician: 'technicians'
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

interface Part {
  points: number
  /** Achieved fraction of the points, 0 to 1. */
  share: number
  reason: string
}

/**
 * Rates how well a call fits a person. Criteria that the call leaves open are skipped, and the rest is scaled to 100. If the call excludes the
 * person's country or career stage, that is an obstacle, however well the rest fits.
 */
export function fitOf(kind: OpportunityKind, call: FitFacts, person: FitPerson): OpportunityFit {
  const { profile } = person
  const parts: Part[] = []
  if (call.taxa.length > 0) parts.push({ points: 30, ...taxonPart(call.taxa, person) })
  if (call.regions.length > 0) parts.push({ points: 25, ...regionPart(call.regions, [...profile.regions, ...person.projectRegions]) })
  if (call.methods.length > 0) parts.push({ points: 20, ...methodPart(call.methods, [...profile.methods, ...person.projectMethods]) })
  if (profile.kinds.length > 0)
    parts.push({ points: 15, share: profile.kinds.includes(kind) ? 1 : 0, reason: `a kind you are interested in` })
  if (call.careerStages.length > 0) {
    const stage = profile.careerStage
    parts.push({ points: 10, share: stage && call.careerStages.includes(stage) ? 1 : 0, reason: stage ? `for ${careerWords[stage]}` : '' })
  }
  const reasons = parts
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.points * other.share - one.points * one.share)
    .map(({ reason }) => reason)
    .slice(0, 3)
  const obstacle = obstacleOf(call, profile)
  const score = parts.length < 2 ? null : scoreOf(parts)
  if (obstacle) return { verdict: 'excluded', score, reasons, obstacle }
  if (score === null) return { verdict: 'too little stated', score, reasons, obstacle: null }
  return { verdict: score >= 60 ? 'fits' : score >= 40 ? 'may fit' : 'no', score, reasons, obstacle: null }
}

function scoreOf(parts: readonly Part[]): number {
  const possible = parts.reduce((sum, { points }) => sum + points, 0)
  return Math.round((100 * parts.reduce((sum, { points, share }) => sum + points * share, 0)) / possible)
}

function obstacleOf(call: FitFacts, { country, careerStage }: OpportunityProfile): string | null {
  if (country && call.countries.length > 0 && !call.countries.includes(country))
    return `Only for people in ${call.countries.map(code => countryNames.of(code) ?? code).join(', ')}`
  if (careerStage && call.careerStages.length > 0 && !call.careerStages.includes(careerStage))
    return `Only for ${call.careerStages.map(stage => careerWords[stage]).join(', ')}`
  return null
}

const folded = (text: string) => text.trim().toLowerCase()
const genusOf = (name: string) => (/\S\s+\S/.test(name) ? name.split(/\s+/)[0]! : null)

/** Names to look up in the catalogs for the taxa that calls name, in lower case: each taxon, and the genus of each species. */
export const namesSearched = (taxa: readonly string[]) => [
  ...new Set(taxa.flatMap(taxon => [folded(taxon), genusOf(folded(taxon))]).filter(name => name !== null))
]

function shareOf(name: string, rank: string | null | undefined): number {
  if (rank) return shareByRank.find(([pattern]) => pattern.test(rank.toLowerCase()))?.[1] ?? 0.1
  if (genusOf(name)) return 1
  return /(idae|inae)$/i.test(name) ? 0.7 : unknownRankShare // suffixes of animal families and subfamilies (ICZN, article 29.2)
}

function taxonPart(taxa: readonly string[], { profile, catalog }: FitPerson): Omit<Part, 'points'> {
  const own = new Set(profile.taxa.map(folded))
  const ownGenera = new Set(profile.taxa.map(taxon => genusOf(folded(taxon))))
  let best = { share: 0, reason: '' }
  const offer = (share: number, reason: string) => {
    if (share > best.share) best = { share, reason }
  }
  for (const taxon of taxa) {
    const [name, genus] = [folded(taxon), genusOf(folded(taxon))]
    if (own.has(name)) offer(shareOf(name, catalog.get(name)), taxon)
    if (catalog.has(name)) offer(shareOf(name, catalog.get(name)), `${taxon} in your catalog`)
    if (genus && own.has(genus)) offer(0.9, `genus ${taxon.trim().split(/\s+/)[0]}`)
    if (genus && catalog.has(genus)) offer(0.9, `genus ${taxon.trim().split(/\s+/)[0]} in your catalog`)
    if (!genus && ownGenera.has(name)) offer(0.9, `genus ${taxon}`)
  }
  return best
}

function regionPart(regions: readonly string[], ofPerson: readonly string[]): Omit<Part, 'points'> {
  const own = new Set(ofPerson.map(folded))
  const same = regions.find(region => own.has(folded(region)))
  if (same) return { share: 1, reason: same }
  const ownBasins = new Set(ofPerson.map(basinOf).filter(Boolean))
  const near = regions.map(basinOf).find(basin => basin && ownBasins.has(basin))
  return near ? { share: 0.5, reason: `same ocean: ${near}` } : { share: 0, reason: '' }
}

function methodPart(methods: readonly string[], ofPerson: readonly string[]): Omit<Part, 'points'> {
  const own = new Set(ofPerson.map(folded))
  const shared = methods.filter(method => own.has(folded(method)))
  return { share: shared.length / methods.length, reason: shared.slice(0, 3).join(', ') }
}
