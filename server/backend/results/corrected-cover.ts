import type {
  CorrectedCoverGroup,
  CorrectedCoverQuery,
  CorrectedCoverResult,
  CorrectedTaxonCover,
  PredictedVersion
} from '../../../shared/contracts/corrected-cover.ts'
import type { ResultTaxon } from '../../../shared/contracts/results.ts'
import { correctedCover } from '../../../shared/statistics/corrected-cover.ts'
import { NotFound } from '../../lib/errors.ts'
import { type PredictedModel, predictedVersions, unpredictingModels } from '../ai/predicted-versions.ts'
import { imageMatches } from '../annotations/review/filter-sql.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import { individualsOf } from '../annotations/rounds/individuals.ts'
import type { FullSight, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { type EndedAudits, endedAudits } from './audited-points.ts'
import { believed } from './counted.ts'
import { unscorableAmong } from './cover.ts'
import { coverImages } from './cover-points.ts'
import { type AuditScope, dense, type GroupedTally, tallyOf, weightsOf } from './cover-tallies.ts'
import { annotatedFilter } from './filter.ts'
import { requireFewGroups } from './group-limit.ts'
import { type Grouping, groupingOf } from './groups.ts'
import { leftOut } from './taxa.ts'

const mostGroups = 300
const mostLabels = 500
const noAudits: EndedAudits = { acceptances: [], current: new Map() }

type Node = Omit<ResultTaxon, 'individuals'> & { parentId: string | null }

/**
 * Computes percent cover from sample points in three ways. The first uses labels that people gave without a suggestion. The second uses the
 * predictions of a model version. The third uses predictions corrected with held-out labels. A label from an accepted suggestion is not an
 * independent label, so its point counts as predicted. If a blind audit of the acceptance has ended, the blind labels contribute to the correction.
 * The points are read in batches of images: once, or twice with ended audits, because weights depend on counts over all images.
 * @throws WorkingBlind @throws NotFound for a version without predictions @throws InvalidRequest for a contradictory query @throws TooManyGroups
 */
// Long: the steps of one result.
export async function correctedCoverOf(db: Database, sight: Sight, query: CorrectedCoverQuery): Promise<CorrectedCoverResult> {
  refuseBlind(sight) // predictions are suggestions
  const { projectId } = sight
  const versions = await predictedVersions(db, projectId)
  const version = chosenVersion(versions, query.modelVersionId)
  const byId = await catalogOf(db, projectId)
  const isUnscorable = unscorableAmong({ byId }, query.unscorable)
  const places = new Map([[unscorable, 0]])
  const usedLabels = new Set<string>()

  /** Place of the taxon that a label counts as. */
  function placeOf(labelId: string | undefined): number {
    if (labelId !== undefined && byId.has(labelId)) usedLabels.add(labelId)
    const taxon = taxonOf(byId, labelId, query.rank, isUnscorable)
    const place = places.get(taxon) ?? places.size
    places.set(taxon, place)
    return place
  }

  const classes = version?.classes ?? []
  const current = await currentLabels(
    db,
    projectId,
    classes.flatMap(labelId => labelId ?? [])
  )
  const classPlaces = classes.map(labelId => placeOf(labelId === null ? undefined : current.get(labelId)))
  const isUnmapped = version?.uploaded?.mapped === 0
  const agreed = await agreedLabels(db, sight)
  const grouping = query.groupBy === undefined ? null : await groupingOf(db, sight, query)
  const audits = version ? await endedAudits(db, projectId) : noAudits
  const isChosen = imageMatches(db, sight, (await annotatedFilter(db, sight, query.filter)).ofImages)
  const reading = { projectId, grouping, isChosen, version, agreed, audits }
  const weights = await weightsOf(db, reading)
  const blindPlaceOf = (labelId: string) => placeOf(audits.current.get(labelId))
  const tallies: GroupedTally[] = []
  for await (const image of coverImages(db, reading)) tallies.push(tallyOf(image, weights, { classPlaces, placeOf, blindPlaceOf }))

  const taxa = places.size
  const groupOf = (key: string | null, name: string, of: readonly GroupedTally[], audited: AuditScope): CorrectedCoverGroup => {
    const { points, images, ...found } = correctedCover(
      of.map(tally => dense(tally, tally[audited], taxa)),
      taxa,
      `${version?.id ?? ''} ${key ?? ''}`
    )
    const obstacle = isUnmapped && found.obstacle !== 'noPredictions' ? ('unmapped' as const) : found.obstacle
    const covers = Array.from({ length: taxa - 1 }, (_, place): CorrectedTaxonCover => {
      const at = <T>(estimates: readonly T[] | null) => estimates?.[place] ?? null
      return {
        taxon: place,
        human: at(found.human),
        ...(isUnmapped ? { machine: null, corrected: null } : { machine: at(found.machine), corrected: at(found.corrected) })
      }
    })
    const withoutAudits = isUnmapped ? { accepted: 0 } : {}
    const counts = { points: { ...points, ...withoutAudits }, images: { ...images, ...withoutAudits } }
    return { key, name, ...counts, leftOut: of.reduce((sum, tally) => sum + tally.leftOut, 0), obstacle, covers }
  }
  const all = groupOf(null, 'All images', tallies, 'audited')
  const groups = grouping ? await groupsOf(db, sight, grouping, tallies, groupOf) : []
  const keys = [...places.keys()].slice(1) // without the points that cannot be scored
  const order = all.covers
    .filter(cover => keys[cover.taxon] !== leftOut && largest(cover) > 0)
    .sort((one, other) => best(other) - best(one) || one.taxon - other.taxon)
    .map(({ taxon }) => taxon)
  const ordered = (group: CorrectedCoverGroup): CorrectedCoverGroup => ({
    ...group,
    covers: order.flatMap((place, taxon) => {
      const cover = group.covers[place]
      return cover ? [{ ...cover, taxon }] : []
    })
  })
  return {
    version: version ? shownVersion(version) : null,
    versions: versions.map(shownVersion),
    unpredicting: await unpredictingModels(db, projectId),
    taxa: order.map(place => {
      const id = keys[place] ?? ''
      const { name, scientificName, taxonRank } = byId.get(id) ?? { name: id, scientificName: null, taxonRank: null }
      return { id, name, scientificName, taxonRank }
    }),
    labels: [...usedLabels]
      .map(id => ({ id, name: byId.get(id)?.name ?? id, unscorable: isUnscorable(id) }))
      .sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1))
      .slice(0, mostLabels),
    groups: groups.map(ordered),
    all: ordered(all)
  }
}

/** Key for labels that mark points that cannot be scored. No label id has this form. */
const unscorable = '!'

const shownVersion = ({ classes: _classes, column: _column, ...version }: PredictedModel): PredictedVersion => version

/** Returns the version with the given id. The default is the promoted version, else the first in the list. Null without versions. @throws NotFound */
function chosenVersion(versions: readonly PredictedModel[], id: string | undefined): PredictedModel | null {
  if (id === undefined) return versions.find(({ isPromoted }) => isPromoted) ?? versions[0] ?? null
  const version = versions.find(each => each.id === id)
  if (!version) throw new NotFound('The model version')
  return version
}

async function catalogOf(db: Database, projectId: string): Promise<Map<string, Node>> {
  const rows = await db
    .selectFrom('label')
    .select(['id', 'parent_id', 'name', 'scientific_name', 'taxon_rank'])
    .where('project_id', '=', projectId)
    .execute()
  return new Map(
    rows.map(({ id, parent_id: parentId, name, scientific_name: scientificName, taxon_rank: taxonRank }) => [
      id,
      { id, parentId, name, scientificName, taxonRank }
    ])
  )
}

/** Returns the taxon that a label counts as. A label without a taxon of the rank, or one that was deleted, is left out. */
function taxonOf(
  byId: ReadonlyMap<string, Node>,
  labelId: string | undefined,
  rank: string | undefined,
  isUnscorable: (labelId: string) => boolean
): string {
  if (labelId === undefined || !byId.has(labelId)) return leftOut
  if (isUnscorable(labelId)) return unscorable
  if (rank === undefined) return labelId
  for (let node = byId.get(labelId); node; node = byId.get(node.parentId ?? '')) if (node.taxonRank === rank) return node.id
  return leftOut
}

/** Reads the labels on which the members of ended rounds agreed, by the annotation id of the sample point. */
async function agreedLabels(db: Database, sight: FullSight): Promise<Map<string, string>> {
  const individuals = await individualsOf(db, sight, believed({}))
  return new Map(individuals.flatMap(({ pointId, labelId }) => (pointId !== null && labelId !== null ? [[pointId, labelId] as const] : [])))
}

/** @throws TooManyGroups */
async function groupsOf(
  db: Database,
  sight: FullSight,
  grouping: Grouping,
  tallies: readonly GroupedTally[],
  groupOf: (key: string | null, name: string, of: readonly GroupedTally[], audited: AuditScope) => CorrectedCoverGroup
): Promise<CorrectedCoverGroup[]> {
  const byKey = Map.groupBy(tallies, ({ key }) => key)
  requireFewGroups(byKey.size, mostGroups)
  const naming = await grouping.names(db, sight)
  return [...byKey]
    .sort(([a], [b]) => (a === null || b === null ? Number(a === null) - Number(b === null) : naming.compare(a, b)))
    .map(([key, of]) => groupOf(key, key === null ? naming.none : naming.nameOf(key), of, 'auditedInGroup'))
}

/** Share by the best method that could be computed. */
const best = ({ human, machine, corrected }: CorrectedTaxonCover): number => (corrected ?? human ?? machine)?.share ?? 0

const largest = ({ human, machine, corrected }: CorrectedTaxonCover): number =>
  corrected ? Math.max(corrected.share, human?.share ?? 0) : Math.max(human?.share ?? 0, machine?.share ?? 0)
