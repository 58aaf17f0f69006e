import { sql } from 'kysely'
import type {
  CorrectedCoverGroup,
  CorrectedCoverQuery,
  CorrectedCoverResult,
  CorrectedTaxonCover,
  PredictedVersion
} from '../../../shared/contracts/corrected-cover.ts'
import type { ResultTaxon } from '../../../shared/contracts/results.ts'
import { type CoverTally, correctedCover } from '../../../shared/statistics/corrected-cover.ts'
import { NotFound } from '../../lib/errors.ts'
import { type PredictedImage, predictionsOf } from '../ai/point-predictions.ts'
import { type PredictedModel, predictedVersions, unpredictingModels } from '../ai/predicted-versions.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import { individualsOf } from '../annotations/rounds/individuals.ts'
import type { FullSight, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { believed } from './counted.ts'
import { unscorableAmong } from './cover.ts'
import { requireFewGroups } from './group-limit.ts'
import { type Grouping, groupingOf } from './groups.ts'
import { leftOut } from './taxa.ts'

const imagesAtOnce = 200
const mostGroups = 300
const mostLabels = 500

type Node = Omit<ResultTaxon, 'individuals'> & { parentId: string | null }

/**
 * Computes percent cover from sample points three times: from labels that people gave without a suggestion, from the predictions of a model version, and
 * from predictions corrected with held-out labels. A label from an accepted suggestion is no independent label, so its point counts as predicted.
 * Reads the points once, some images at a time.
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
  const grouping = query.groupBy === undefined ? null : groupingOf(db, query)
  const tallies: { key: string | null; tally: Tally }[] = []
  for (let last = ''; ; ) {
    const images = await imagesAfter(db, projectId, grouping, last)
    const ids = images.map(({ id }) => id)
    const points = Map.groupBy(await pointsOf(db, ids), ({ media_id: id }) => id)
    const predicted = version ? await predictionsOf(db, version, classes.length, ids) : new Map<string, PredictedImage>()
    for (const { id, key } of images) {
      const tally = emptyTally()
      for (const point of points.get(id) ?? []) {
        const labelId = point.is_truth === 1 ? point.label_id : agreed.get(point.id)
        count(tally, labelId == null ? null : placeOf(labelId), predicted.get(id), point.id, classPlaces)
      }
      tallies.push({ key, tally })
    }
    if (images.length < imagesAtOnce) break
    last = ids.at(-1) ?? last
  }

  const taxa = places.size
  const groupOf = (key: string | null, name: string, of: readonly Tally[]): CorrectedCoverGroup => {
    const { points, images, ...found } = correctedCover(
      of.map(tally => dense(tally, taxa)),
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
    return { key, name, points, images, leftOut: of.reduce((sum, tally) => sum + tally.leftOut, 0), obstacle, covers }
  }
  const all = groupOf(
    null,
    'All images',
    tallies.map(({ tally }) => tally)
  )
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

/** @throws NotFound */
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

/** Reads the labels on which the members of ended blind sessions agreed, by annotation id of the sample point. */
async function agreedLabels(db: Database, sight: FullSight): Promise<Map<string, string>> {
  const individuals = await individualsOf(db, sight, believed({}))
  return new Map(individuals.flatMap(({ pointId, labelId }) => (pointId !== null && labelId !== null ? [[pointId, labelId] as const] : [])))
}

/** Reads a page of the images with sample points, following the id `after`. */
async function imagesAfter(
  db: Database,
  projectId: string,
  grouping: Grouping | null,
  after: string
): Promise<{ id: string; key: string | null }[]> {
  const { rows } = await sql<{ id: string; key: string | null }>`
    select media.id, ${grouping?.key ?? sql`cast(null as text)`} as key
    from media left join site on site.id = media.site_id
    where media.project_id = ${projectId} and media.removed_at is null and media.id > ${after}
      and exists (select 1 from sample where sample.media_id = media.id)
    order by media.id limit ${sql.lit(imagesAtOnce)}`.execute(db)
  return rows
}

interface Point {
  id: string
  media_id: string
  label_id: string | null
  /** 1 if a person gave the label without a suggestion, and no review rejected or disputed it. */
  is_truth: 0 | 1
}

async function pointsOf(db: Database, mediaIds: readonly string[]): Promise<Point[]> {
  const wanted = jsonItems(
    db,
    mediaIds.map(id => ({ id }))
  )
  const { rows } = await sql<Point>`
    select annotation.id, annotation.media_id, annotation.label_id,
      case when annotation.label_id is not null and annotation.review_state not in ('rejected', 'disputed')
        and (annotation.origin = 'human' or (annotation.origin is null and annotation.source = 'human')) then 1 else 0 end as is_truth
    from sample join sample_point on sample_point.sample_id = sample.id join annotation on annotation.id = sample_point.annotation_id
    where sample.media_id in (select item.value ->> 'id' from ${wanted}) and annotation.removed_at is null`.execute(db)
  return rows
}

/** Sums of one image, by place of the taxon. */
interface Tally {
  labelled: number
  labels: number[]
  predicted: number
  probabilities: number[]
  heldOut: number
  heldOutLabels: number[]
  heldOutProbabilities: number[]
  leftOut: number
}

const emptyTally = (): Tally => ({
  ...{ labelled: 0, labels: [], predicted: 0, probabilities: [] },
  ...{ heldOut: 0, heldOutLabels: [], heldOutProbabilities: [], leftOut: 0 }
})

/** Counts one sample point. @param place place of the taxon of its independent label; null without one */
function count(
  tally: Tally,
  place: number | null,
  image: PredictedImage | undefined,
  pointId: string,
  classPlaces: readonly number[]
): void {
  const probabilities = image?.points.get(pointId)
  if (place === null && !probabilities) {
    tally.leftOut++
    return
  }
  if (place === null) {
    tally.predicted++
    addProbabilities(tally.probabilities, probabilities, classPlaces)
    return
  }
  tally.labelled++
  tally.labels[place] = (tally.labels[place] ?? 0) + 1
  if (!probabilities || !image?.isHeldOut) return
  tally.heldOut++
  tally.heldOutLabels[place] = (tally.heldOutLabels[place] ?? 0) + 1
  addProbabilities(tally.heldOutProbabilities, probabilities, classPlaces)
}

function addProbabilities(sums: number[], probabilities: Float64Array | undefined, classPlaces: readonly number[]): void {
  for (const [index, place] of classPlaces.entries()) sums[place] = (sums[place] ?? 0) + (probabilities?.[index] ?? 0)
}

/** Returns a tally for `correctedCover`, with the points that cannot be scored at the last place. */
function dense(tally: Tally, taxa: number): CoverTally {
  const values = (sums: readonly number[]) => Float64Array.from({ length: taxa }, (_, place) => sums[(place + 1) % taxa] ?? 0)
  return {
    labelled: { points: tally.labelled, labels: values(tally.labels) },
    predicted: { points: tally.predicted, probabilities: values(tally.probabilities) },
    heldOut: { points: tally.heldOut, labels: values(tally.heldOutLabels), probabilities: values(tally.heldOutProbabilities) }
  }
}

/** @throws TooManyGroups */
async function groupsOf(
  db: Database,
  sight: FullSight,
  grouping: Grouping,
  tallies: readonly { key: string | null; tally: Tally }[],
  groupOf: (key: string | null, name: string, of: readonly Tally[]) => CorrectedCoverGroup
): Promise<CorrectedCoverGroup[]> {
  const byKey = Map.groupBy(tallies, ({ key }) => key)
  requireFewGroups(byKey.size, mostGroups)
  const naming = await grouping.names(db, sight)
  return [...byKey]
    .sort(([a], [b]) => (a === null || b === null ? Number(a === null) - Number(b === null) : naming.compare(a, b)))
    .map(([key, of]) =>
      groupOf(
        key,
        key === null ? naming.none : naming.nameOf(key),
        of.map(({ tally }) => tally)
      )
    )
}

/** Share by the best method that could be computed. */
const best = ({ human, machine, corrected }: CorrectedTaxonCover): number => (corrected ?? human ?? machine)?.share ?? 0

const largest = ({ human, machine, corrected }: CorrectedTaxonCover): number =>
  corrected ? Math.max(corrected.share, human?.share ?? 0) : Math.max(human?.share ?? 0, machine?.share ?? 0)
