import { sql } from 'kysely'
import type { ProposingProgram, PublicationCoverage, PublishedTaxon } from '../../../shared/contracts/publication.ts'
import { type BoundingBox, boxAround } from '../../../shared/geometry/bounding-box.ts'
import { gridPosition, placeGrids } from '../../../shared/geometry/place-grid.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import { usedLabels } from '../exchange/exports/source-labels.ts'
import { shownPlaces, strictnessIn, strictnessOf } from '../generalisations/shown-places.ts'
import { publishedTo, type Sight } from '../projects/scope.ts'
import { believed, type Counted, countedAnnotations } from '../results/counted.ts'
import { inEffort } from '../results/effort.ts'
import { knownArea } from '../scale/known-area.ts'
import type { Database } from '../storage/database.ts'
import { interruptible } from '../storage/interruptible.ts'

const mostTaxa = 1000
const mostPrograms = 100

interface ImageRow {
  images: number
  earliest: string | null
  latest: string | null
}

/** Images of one degree of longitude and one strictness: 0 for exact places, otherwise the strictness of the grid. */
type GridRow = ImageRow & LackRow & Record<keyof BoundingBox, number | null> & { strictness: number }

/** Number of images that lack each fact, and the id of the first such image; null without one. */
type LackRow = Record<`${Fact}_lacking`, number> & Record<`${Fact}_first`, string | null>
type Fact = (typeof facts)[number]
const facts = ['position', 'uncertainty', 'date', 'depth', 'protocol', 'sample_size'] as const

interface LabelRow {
  id: string
  annotations: number
}

/**
 * Reads the coverage of the publication, by the rules of a Darwin Core Archive. The coverage includes images that people have annotated or
 * checked, and annotations that people made or confirmed.
 */
export async function coverageOf(db: Database, sight: Sight): Promise<PublicationCoverage> {
  const published = publishedTo(sight)
  const counted = await countedAnnotations(db, published, {})
  const image = await imagesOf(db, counted, published)
  const used = await labelsOf(db, counted, published)
  const taxa = await taxaOf(db, published, used)
  const { bounds, earliest, latest } = image
  return {
    imageCount: image.images,
    annotationCount: used.reduce((sum, { annotations }) => sum + annotations, 0),
    bounds,
    dates: earliest === null || latest === null ? null : { begin: earliest.slice(0, 10), end: latest.slice(0, 10) },
    taxa: taxa.slice(0, mostTaxa),
    taxonCount: taxa.length,
    programs: await programsOf(db, published),
    lacking: {
      position: lackOf(image, 'position'),
      uncertainty: lackOf(image, 'uncertainty'),
      date: lackOf(image, 'date'),
      depth: lackOf(image, 'depth'),
      protocol: lackOf(image, 'protocol'),
      sampleSize: lackOf(image, 'sample_size')
    }
  }
}

const lackOf = (row: LackRow, fact: Fact) => ({ count: row[`${fact}_lacking`], firstMediaId: row[`${fact}_first`] })

/** Counts images, with generalised places as in an archive. The bounds are the smallest box around these places. */
async function imagesOf(
  db: Database,
  counted: Counted,
  { projectId, places }: Sight
): Promise<ImageRow & LackRow & { bounds: BoundingBox | null }> {
  const { isExact, ofProject, ruledMedia } = await shownPlaces(db, projectId, places)
  const strictness = isExact
    ? sql`0`
    : sql`(case when sensitive.strictness > ${sql.lit(strictnessOf(ofProject))} then sensitive.strictness else ${sql.lit(strictnessOf(ofProject))} end)`
  const withRules = isExact
    ? sql``
    : sql`left join (select media_id, max(${strictnessIn('grid')}) as strictness from ${await ruledMedia()} as ruled group by media_id) as sensitive
        on sensitive.media_id = media.id`
  const isPlaced = sql`(media.decimal_latitude is not null and media.decimal_longitude is not null)`
  const lacks = facts.map(
    fact => sql`coalesce(sum(case when ${sql.ref(fact)} is null then 1 else 0 end), 0) as ${sql.ref(`${fact}_lacking`)},
      min(case when ${sql.ref(fact)} is null then id end) as ${sql.ref(`${fact}_first`)}`
  )
  const { rows } = await sql<GridRow>`
    select strictness, count(*) as images, min(longitude) as west, max(longitude) as east, max(latitude) as north, min(latitude) as south,
      min(date) as earliest, max(date) as latest, ${sql.join(lacks)}
    from (
      select media.id, ${strictness} as strictness, media.event_date as date,
        case when ${isPlaced} then media.decimal_longitude else site.decimal_longitude end as longitude,
        case when ${isPlaced} then media.decimal_longitude else site.decimal_longitude end as position,
        -- a cell of a grid has its own, and a position that is missing has none
        case when ${strictness} > 0 or (not ${isPlaced} and site.decimal_longitude is null) then 1 end as uncertainty,
        case when ${isPlaced} then media.decimal_latitude else site.decimal_latitude end as latitude,
        coalesce(media.depth_in_meters, site.minimum_depth_in_meters, site.maximum_depth_in_meters) as depth,
        coalesce(site.sampling_protocol, survey.sampling_protocol) as protocol,
        coalesce(${knownArea(db)}, site.sample_size_value, survey.sample_size_value) as sample_size,
        ${inEffort(counted)} as in_effort
      from media left join site on site.id = media.site_id left join survey on survey.id = site.survey_id
        ${withRules}
      where media.project_id = ${counted.projectId} and media.removed_at is null
    ) as image
    where in_effort = 1
    group by strictness, floor(longitude)`.execute(db)
  return { ...rows.reduce<ImageRow & LackRow>(together, nothingThere), bounds: boxAround(rows.flatMap(row => boundsAsShown(row) ?? [])) }
}

/** Returns the bounds of places as shown. With a grid, the outermost positions become the centres of their grid cells. Null without places. */
function boundsAsShown({ strictness, west, east, north, south }: GridRow): BoundingBox | null {
  if (west === null || east === null || north === null || south === null) return null
  const grid = placeGrids[strictness - 1]
  if (!grid) return { west, east, north, south }
  const low = gridPosition({ decimalLatitude: south, decimalLongitude: west }, grid)
  const high = gridPosition({ decimalLatitude: north, decimalLongitude: east }, grid)
  if (!low || !high) return null
  return { west: low.decimalLongitude, east: high.decimalLongitude, north: high.decimalLatitude, south: low.decimalLatitude }
}

const nothingThere = Object.fromEntries([
  ...['images', ...facts.map(fact => `${fact}_lacking`)].map(name => [name, 0]),
  ...['earliest', 'latest', ...facts.map(fact => `${fact}_first`)].map(name => [name, null])
]) as unknown as ImageRow & LackRow

/** Merges two rows. Counts are added. Of two latest dates, the larger one is kept; of any other two values, the smaller one. */
function together<R extends ImageRow & LackRow>(a: R, b: R): R {
  const names = Object.keys(a) as (keyof R & string)[]
  const merged = names.map(name => {
    const [one, other] = [a[name], b[name]]
    if (one == null || other == null) return [name, one ?? other]
    if (name === 'images' || name.endsWith('_lacking')) return [name, Number(one) + Number(other)]
    return [name, one > other === (name === 'latest') ? one : other]
  })
  return Object.fromEntries(merged) as R
}

/** Reads the labels in use, including the labels of sample points, because an archive includes percent cover. */
async function labelsOf(db: Database, counted: Counted, sight: Sight): Promise<LabelRow[]> {
  const isOfSample = sql`exists (select 1 from sample_point where sample_point.annotation_id = annotation.id)`
  const { rows } = await sql<LabelRow>`
    select annotation.label_id as id, count(*) as annotations
    from annotation join media on media.id = annotation.media_id
    where annotation.project_id = ${counted.projectId} and annotation.removed_at is null and media.removed_at is null
      and annotation.label_id is not null
      and ((${counted.condition}) or (${isOfSample} and ${interruptible(db)} and ${believed({})} and ${shownTo(sight)}))
    group by annotation.label_id`.execute(db)
  const counts = new Map(rows.map(({ id, annotations }) => [id, Number(annotations)]))
  const add = (id: string | null | undefined, change: number) => id && counts.set(id, (counts.get(id) ?? 0) + change)
  const roundIndividuals = new Map(counted.roundIndividuals.map(thing => [thing.id, thing]))
  for (const { id, labelId } of counted.renamed) {
    add(roundIndividuals.get(id)?.marks.find(mark => mark.id === id)?.labelId, -1)
    add(labelId, 1)
  }
  return [...counts].flatMap(([id, annotations]) => (annotations > 0 ? { id, annotations } : []))
}

/** Reads the published taxa, by name. A label that is not a taxon is published under the nearest taxon above it. */
async function taxaOf(db: Database, { projectId }: Sight, used: readonly LabelRow[]): Promise<PublishedTaxon[]> {
  const ids = new Set(used.map(({ id }) => id))
  const labels = (await usedLabels(db, projectId, ids)).filter(({ id }) => ids.has(id))
  const taxa = labels.map((label): PublishedTaxon => {
    const identification = label.identification()
    return {
      labelId: label.id,
      taxonLabelId: identification?.labelId ?? null,
      name: label.name,
      scientificName: identification?.scientificName ?? null,
      taxonRank: identification?.rank ?? null,
      isMatched: typeof identification?.aphiaId === 'number'
    }
  })
  return taxa.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function programsOf(db: Database, sight: Sight): Promise<ProposingProgram[]> {
  const { rows } = await sql<{ annotator: string; proposals: number; confirmed: number }>`
    select annotation.annotator as annotator, count(*) as proposals,
      sum(case when annotation.review_state = 'confirmed' then 1 else 0 end) as confirmed
    from annotation join media on media.id = annotation.media_id
    where annotation.project_id = ${sight.projectId} and annotation.removed_at is null and media.removed_at is null
      and annotation.source = 'machine' and annotation.annotator is not null and ${interruptible(db)} and ${shownTo(sight)}
    group by annotation.annotator order by annotation.annotator limit ${mostPrograms}`.execute(db)
  return rows.map(({ annotator, proposals, confirmed }) => ({
    annotator,
    proposalCount: Number(proposals),
    confirmedCount: Number(confirmed)
  }))
}
