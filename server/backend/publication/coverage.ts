import { sql } from 'kysely'
import type { PublicationCoverage, PublishedTaxon } from '../../../shared/contracts/publication.ts'
import { type Blind, shownTo } from '../annotations/sessions/blind.ts'
import { usedLabels } from '../exchange/exports/source-labels.ts'
import { believed, type Counted, countedAnnotations } from '../results/counted.ts'
import { lookedAt } from '../results/effort.ts'
import { knownArea } from '../scale/known-area.ts'
import type { Database } from '../storage/database.ts'
import { interruptible } from '../storage/interruptible.ts'

const mostTaxa = 1000

interface ImageRow {
  images: number
  west: number | null
  east: number | null
  north: number | null
  south: number | null
  earliest: string | null
  latest: string | null
}

/** How many images lack something, and the first of them. */
type LackRow = Record<`${Fact}_lacking`, number> & Record<`${Fact}_first`, string | null>
type Fact = (typeof facts)[number]
const facts = ['position', 'date', 'depth', 'protocol', 'sample_size'] as const

interface LabelRow {
  id: string
  annotations: number
}

/** By the same rules as a Darwin Core Archive: images that were looked at, and what people marked or confirmed. */
export async function coverageOf(db: Database, projectId: string, blind: Blind | null): Promise<PublicationCoverage> {
  const counted = await countedAnnotations(db, projectId, {}, { accountId: null, blind })
  const image = await imagesOf(db, counted)
  const used = await labelsOf(db, counted, blind)
  const taxa = await taxaOf(db, projectId, used)
  const { west, east, north, south, earliest, latest } = image
  return {
    imageCount: image.images,
    annotationCount: used.reduce((sum, { annotations }) => sum + annotations, 0),
    bounds: west === null || east === null || north === null || south === null ? null : { west, east, north, south },
    dates: earliest === null || latest === null ? null : { begin: earliest.slice(0, 10), end: latest.slice(0, 10) },
    taxa: taxa.slice(0, mostTaxa),
    taxonCount: taxa.length,
    lacking: {
      position: lackOf(image, 'position'),
      date: lackOf(image, 'date'),
      depth: lackOf(image, 'depth'),
      protocol: lackOf(image, 'protocol'),
      sampleSize: lackOf(image, 'sample_size')
    }
  }
}

const lackOf = (row: LackRow, fact: Fact) => ({ count: row[`${fact}_lacking`], firstMediaId: row[`${fact}_first`] })

async function imagesOf(db: Database, counted: Counted): Promise<ImageRow & LackRow> {
  const isPlaced = sql`(media.decimal_latitude is not null and media.decimal_longitude is not null)`
  const lacks = facts.map(
    fact => sql`coalesce(sum(case when ${sql.ref(fact)} is null then 1 else 0 end), 0) as ${sql.ref(`${fact}_lacking`)},
      min(case when ${sql.ref(fact)} is null then id end) as ${sql.ref(`${fact}_first`)}`
  )
  const { rows } = await sql<ImageRow & LackRow>`
    select count(*) as images, min(longitude) as west, max(longitude) as east, max(latitude) as north, min(latitude) as south,
      min(date) as earliest, max(date) as latest, ${sql.join(lacks)}
    from (
      select media.id, media.event_date as date,
        case when ${isPlaced} then media.decimal_longitude else site.decimal_longitude end as longitude,
        case when ${isPlaced} then media.decimal_longitude else site.decimal_longitude end as position,
        case when ${isPlaced} then media.decimal_latitude else site.decimal_latitude end as latitude,
        coalesce(media.depth_in_meters, site.minimum_depth_in_meters, site.maximum_depth_in_meters) as depth,
        coalesce(site.sampling_protocol, survey.sampling_protocol) as protocol,
        coalesce(${knownArea(db)}, site.sample_size_value, survey.sample_size_value) as sample_size,
        ${lookedAt(counted)} as looked_at
      from media left join site on site.id = media.site_id left join survey on survey.id = site.survey_id
      where media.project_id = ${counted.projectId} and media.removed_at is null
    ) as image
    where looked_at = 1`.execute(db)
  if (!rows[0]) throw new Error('a sum has a row')
  return rows[0]
}

/** Labels in use, sample points included: an archive has their cover. */
async function labelsOf(db: Database, counted: Counted, blind: Blind | null): Promise<LabelRow[]> {
  const isOfSample = sql`exists (select 1 from sample_point where sample_point.annotation_id = annotation.id)`
  const { rows } = await sql<LabelRow>`
    select annotation.label_id as id, count(*) as annotations
    from annotation join media on media.id = annotation.media_id
    where annotation.project_id = ${counted.projectId} and annotation.removed_at is null and media.removed_at is null
      and annotation.label_id is not null
      and ((${counted.condition}) or (${isOfSample} and ${interruptible(db)} and ${believed({})} and ${shownTo(blind)}))
    group by annotation.label_id`.execute(db)
  const counts = new Map(rows.map(({ id, annotations }) => [id, Number(annotations)]))
  const add = (id: string | null | undefined, change: number) => id && counts.set(id, (counts.get(id) ?? 0) + change)
  const things = new Map(counted.things.map(thing => [thing.id, thing]))
  for (const { id, labelId } of counted.renamed) {
    add(things.get(id)?.marks.find(mark => mark.id === id)?.labelId, -1)
    add(labelId, 1)
  }
  return [...counts].flatMap(([id, annotations]) => (annotations > 0 ? { id, annotations } : []))
}

/** As they are published: a label that is no taxon stands under the nearest one above it. By name. */
async function taxaOf(db: Database, projectId: string, used: readonly LabelRow[]): Promise<PublishedTaxon[]> {
  const ids = new Set(used.map(({ id }) => id))
  const labels = (await usedLabels(db, projectId, ids)).filter(({ id }) => ids.has(id))
  const taxa = labels.map((label): PublishedTaxon => {
    const identification = label.identification()
    return {
      labelId: label.id,
      name: label.name,
      scientificName: identification?.scientificName ?? null,
      taxonRank: identification?.rank ?? null,
      isMatched: typeof identification?.aphiaId === 'number'
    }
  })
  return taxa.sort((a, b) => (a.name < b.name ? -1 : 1))
}
