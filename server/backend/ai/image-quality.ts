import { type RawBuilder, sql } from 'kysely'
import type {
  MeasuredImage,
  QualityCluster,
  QualityClusterQuery,
  QualityImageQuery,
  QualitySummary
} from '../../../shared/contracts/image-quality.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { unmeasuredCount } from './measured-images.ts'

/** Smallest share of black or white pixels for which an image is listed. */
const badlyExposed = 0.2
/** Maximum number of images listed for a cluster. */
const mostOfCluster = 12

const isListed = (projectId: string) => sql<boolean>`
  ai_image_quality.project_id = ${projectId} and media.removed_at is null and media.state = 'ready'`

/** Counts the measured and unmeasured images of a project, its near-duplicates, and its blurred, dark and bright images. */
export async function qualitySummary(db: Database, { projectId }: Sight): Promise<QualitySummary> {
  const { rows } = await sql<Record<'measured' | 'blurred' | 'dark' | 'bright', number | null>>`
    select count(*) as measured, sum(ai_image_quality.is_blurred) as blurred,
      sum(case when ai_image_quality.dark_share >= ${badlyExposed} then 1 else 0 end) as dark,
      sum(case when ai_image_quality.bright_share >= ${badlyExposed} then 1 else 0 end) as bright
    from ai_image_quality join media on media.id = ai_image_quality.media_id where ${isListed(projectId)}`.execute(db)
  const { rows: clusters } = await sql<{ clusters: number; clustered: number | null }>`
    select count(*) as clusters, sum(cluster.count) as clustered from (${clustersOf(projectId)}) as cluster`.execute(db)
  const [found] = rows
  return {
    measured: Number(found?.measured ?? 0),
    missing: await unmeasuredCount(db, projectId),
    clusters: Number(clusters[0]?.clusters ?? 0),
    clustered: Number(clusters[0]?.clustered ?? 0),
    blurred: Number(found?.blurred ?? 0),
    dark: Number(found?.dark ?? 0),
    bright: Number(found?.bright ?? 0)
  }
}

const clustersOf = (projectId: string) => sql`
  select ai_image_quality.cluster_id as id, count(*) as count
  from ai_image_quality join media on media.id = ai_image_quality.media_id
  where ${isListed(projectId)} and ai_image_quality.cluster_id is not null
  group by ai_image_quality.cluster_id having count(*) > 1`

/** Returns a page of the clusters of a project, largest first. @throws InvalidRequest for a cursor from another list */
export async function clusterPage(db: Database, { projectId }: Sight, { limit = 20, cursor }: QualityClusterQuery) {
  const after = cursor === undefined ? null : readCursor(cursor)
  const rest =
    after === null ? sql`1 = 1` : sql`(cluster.count < ${after.value} or (cluster.count = ${after.value} and cluster.id > ${after.id}))`
  const { rows } = await sql<{ id: string; count: number }>`
    select cluster.id, cluster.count from (${clustersOf(projectId)}) as cluster where ${rest}
    order by cluster.count desc, cluster.id limit ${sql.lit(limit + 1)}`.execute(db)
  const shown = rows.slice(0, limit)
  const images = await firstOfClusters(
    db,
    projectId,
    shown.map(({ id }) => id)
  )
  const items = shown.map(({ id, count }): QualityCluster => ({ id, count: Number(count), images: images.get(id) ?? [] }))
  const last = shown.at(-1)
  return { items, nextCursor: rows.length > limit && last ? `${last.count} ${last.id}` : null }
}

interface ImageRow {
  media_id: string
  file_name: string
  event_date: string | null
  annotation_count: number
  sharpness: number
  relative_sharpness: number | null
  dark_share: number
  bright_share: number
  cluster_id: string | null
}

const columns = sql`ai_image_quality.media_id, media.file_name, media.event_date, media.annotation_count, ai_image_quality.sharpness,
  ai_image_quality.relative_sharpness, ai_image_quality.dark_share, ai_image_quality.bright_share, ai_image_quality.cluster_id`

/** Reads the first images of clusters by capture time. */
async function firstOfClusters(db: Database, projectId: string, ids: readonly string[]): Promise<Map<string, MeasuredImage[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ImageRow>`
    select * from (
      select ${columns}, row_number() over (
        partition by ai_image_quality.cluster_id order by media.captured_key, ai_image_quality.media_id
      ) as place
      from ai_image_quality join media on media.id = ai_image_quality.media_id
      where ${isListed(projectId)} and ai_image_quality.cluster_id in (${sql.join(ids)})
    ) as image where image.place <= ${mostOfCluster} order by image.cluster_id, image.place`.execute(db)
  const byCluster = Map.groupBy(rows, row => row.cluster_id ?? '')
  return new Map(Array.from(byCluster, ([id, some]) => [id, some.map(toImage)]))
}

const toImage = (row: ImageRow): MeasuredImage => ({
  mediaId: row.media_id,
  fileName: row.file_name,
  eventDate: row.event_date,
  annotationCount: Number(row.annotation_count),
  sharpness: row.sharpness,
  relativeSharpness: row.relative_sharpness,
  darkShare: row.dark_share,
  brightShare: row.bright_share
})

interface Listing {
  condition: RawBuilder<boolean>
  /** Value that the list is ordered by, before the id. */
  value: RawBuilder<number>
  direction: 'asc' | 'desc'
  valueOf(row: ImageRow): number
}

const bySharpness: Omit<Listing, 'condition'> = {
  value: sql`ai_image_quality.sharpness`,
  direction: 'desc',
  valueOf: row => row.sharpness
}

const listings: Record<Exclude<NonNullable<QualityImageQuery['show']>, 'cluster'>, Listing> = {
  blurred: {
    condition: sql`ai_image_quality.is_blurred = 1`,
    value: sql`ai_image_quality.relative_sharpness`,
    direction: 'asc',
    valueOf: row => row.relative_sharpness ?? 0
  },
  dark: {
    condition: sql`ai_image_quality.dark_share >= ${badlyExposed}`,
    value: sql`ai_image_quality.dark_share`,
    direction: 'desc',
    valueOf: row => row.dark_share
  },
  bright: {
    condition: sql`ai_image_quality.bright_share >= ${badlyExposed}`,
    value: sql`ai_image_quality.bright_share`,
    direction: 'desc',
    valueOf: row => row.bright_share
  }
}

/** Returns a page of images. @throws InvalidRequest for a cursor from another list, or if the cluster id is missing or not allowed */
export async function qualityImages(
  db: Database,
  { projectId }: Sight,
  { show = 'blurred', clusterId, limit = 60, cursor }: QualityImageQuery
): Promise<{ items: MeasuredImage[]; nextCursor: string | null }> {
  if ((show === 'cluster') !== (clusterId !== undefined))
    throw new InvalidRequest([
      { path: '/clusterId', message: show === 'cluster' ? 'is required' : 'is only allowed when show is "cluster"' }
    ])
  const listing: Listing =
    show === 'cluster' ? { ...bySharpness, condition: sql`ai_image_quality.cluster_id = ${clusterId}` } : listings[show]
  const after = cursor === undefined ? null : readCursor(cursor)
  const isLater = listing.direction === 'asc' ? sql`>` : sql`<`
  const rest =
    after === null
      ? sql`1 = 1`
      : sql`(${listing.value} ${isLater} ${after.value} or (${listing.value} = ${after.value} and ai_image_quality.media_id > ${after.id}))`
  const { rows } = await sql<ImageRow>`
    select ${columns} from ai_image_quality join media on media.id = ai_image_quality.media_id
    where ${isListed(projectId)} and ${listing.condition} and ${rest}
    order by ${listing.value} ${sql.raw(listing.direction)}, ai_image_quality.media_id limit ${sql.lit(limit + 1)}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toImage),
    nextCursor: rows.length > limit && last ? `${listing.valueOf(last)} ${last.media_id}` : null
  }
}

/** Reads the value and the id of a cursor. @throws InvalidRequest for a cursor from another list */
function readCursor(cursor: string): { value: RawBuilder<number>; id: string } {
  const [value = '', id = ''] = cursor.split(' ')
  if (!id || !Number.isFinite(Number(value))) throw new InvalidRequest([{ path: '/cursor', message: 'belongs to another list' }], 400)
  return { value: sql`cast(${Number(value)} as double precision)`, id }
}
