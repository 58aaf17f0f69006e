import { type RawBuilder, sql } from 'kysely'
import type { Annotation, Attributes, ReviewState } from '../../../../shared/contracts/annotations.ts'
import type { ExportOptions } from '../../../../shared/contracts/exchange.ts'
import type { ResultsQuery } from '../../../../shared/contracts/results.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { includedIn } from '../../../../shared/export-options.ts'
import { believed } from '../../results/counted.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { LossSubject } from '../losses.ts'
import type { SourceImage } from './source-images.ts'

export interface Person {
  id: string
  name: string
  orcid: string | null
}

export interface SourceAnnotation {
  id: string
  image: SourceImage
  shape: Shape | null
  area: number | null
  labelId: string | null
  confidence: number | null
  attributes: Attributes
  reviewState: ReviewState
  reviewedBy: Person | null
  reviewedAt: string | null
  source: Annotation['source']
  /** A person with an account here, or a name that an import brought. */
  annotator: Person
  createdAt: string
  modifiedAt: string
  revision: number
  /** A point of a sample; not told unless it is asked for. */
  isSamplePoint: boolean
}

/** An annotation as the report of an export names it. */
export const lossSubject = ({ id, image }: SourceAnnotation): LossSubject => ({ id, fileName: image.fileName, mediaId: image.id })

export interface WhichAnnotations {
  /** Points of a sample say what lies under them, and count nothing. */
  withoutSamplePoints?: boolean
  tellSamplePoints?: boolean
  /** Outlines are most of what an annotation weighs: only those of lines are read, every other shape is null. */
  onlyLines?: boolean
}

/** The same choice as the page of results has it. */
export const whoseWord = (include: ReturnType<typeof includedIn>): Pick<ResultsQuery, 'includeUnreviewed' | 'confirmedOnly'> => ({
  ...(include === 'all' && { includeUnreviewed: true }),
  ...(include === 'confirmed' && { confirmedOnly: true })
})

/** SQL on `annotation`: whether it goes into the file. */
export function included(options: ExportOptions): RawBuilder<boolean> {
  const include = includedIn(options)
  const { leastConfidence = 0 } = options
  if (include !== 'all' || leastConfidence === 0) return believed(whoseWord(include))
  return sql`${believed(whoseWord(include))}
    and (annotation.source = 'human' or annotation.review_state = 'confirmed' or annotation.confidence >= ${leastConfidence})`
}

/** Annotations that no review rejected and that the choice keeps out of the file. */
export async function stayingAtHome(db: Database, projectId: string, options: ExportOptions): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from annotation join media on media.id = annotation.media_id
    where annotation.project_id = ${projectId} and annotation.removed_at is null and media.removed_at is null
      and not exists (select 1 from annotation_session_point where annotation_session_point.annotation_id = annotation.id)
      and ${believed({ includeUnreviewed: true })} and not coalesce(${included(options)}, ${sql.lit(false)})`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** So many annotations are asked for at once. What waits longer to be written outlives the quick collection of garbage. */
const pageSize = 500

/** Annotations of images in their order, those of one image in the order they were made. */
export async function* annotationsOf(
  db: Database,
  images: AsyncIterable<SourceImage>,
  { options, ...which }: WhichAnnotations & { options: ExportOptions }
): AsyncGenerator<SourceAnnotation, void, undefined> {
  const people = personBook(db)
  const pages = annotationPages(db, { options, ...which })
  let group: SourceImage[] = []
  let count = 0
  for await (const image of images) {
    if (image.annotationCount <= 0) continue
    if (count + image.annotationCount > pageSize && group.length > 0) {
      yield* pages.ofImages(group, people)
      group = []
      count = 0
    }
    if (image.annotationCount > pageSize) yield* pages.ofLargeImage(image, people)
    else {
      group.push(image)
      count += image.annotationCount
    }
  }
  yield* pages.ofImages(group, people)
}

function annotationPages(
  db: Database,
  { options, withoutSamplePoints = false, tellSamplePoints = false, onlyLines = false }: WhichAnnotations & { options: ExportOptions }
) {
  const isOfSample = sql<boolean>`exists (select 1 from sample_point where sample_point.annotation_id = annotation.id)`
  const select = () =>
    selected(db)
      .select((tellSamplePoints ? isOfSample : sql<boolean>`${sql.lit(0)}`).as('is_sample_point'))
      .select(onlyLines ? sql<string | null>`case when shape_kind = 'line' then shape end`.as('shape') : 'shape')
      .where('removed_at', 'is', null)
      .where(sql<boolean>`not exists (select 1 from annotation_session_point where annotation_session_point.annotation_id = annotation.id)`)
      .where(included(options))
      .$if(withoutSamplePoints, query => query.where(sql<boolean>`not ${isOfSample}`))
      .orderBy('media_id')
      .orderBy('id')

  return {
    async *ofImages(images: SourceImage[], people: PersonBook): AsyncGenerator<SourceAnnotation, void, undefined> {
      if (images.length === 0) return
      const ids = jsonItems(
        db,
        images.map(({ id }) => ({ id }))
      )
      const rows = await select().where('media_id', 'in', sql<string>`(select item.value ->> 'id' from ${ids})`).execute()
      await people.learn(rows)
      const byImage = Map.groupBy(rows, row => row.media_id)
      for (const image of images) for (const row of byImage.get(image.id) ?? []) yield toSource(row, image, people)
    },

    async *ofLargeImage(image: SourceImage, people: PersonBook): AsyncGenerator<SourceAnnotation, void, undefined> {
      for (let last = ''; ; ) {
        const rows = await select().where('media_id', '=', image.id).where('id', '>', last).limit(pageSize).execute()
        await people.learn(rows)
        for (const row of rows) yield toSource(row, image, people)
        if (rows.length < pageSize) return
        last = rows.at(-1)?.id ?? last
      }
    }
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number] & { shape: string | null; is_sample_point: boolean | 0 | 1 }
const selected = (db: Database) =>
  db
    .selectFrom('annotation')
    .select(['id', 'media_id', 'area', 'label_id', 'confidence', 'attributes', 'review_state', 'reviewed_by', 'reviewed_at'])
    .select(['source', 'annotator', 'created_by', 'created_at', 'modified_at', 'revision'])

type PersonBook = ReturnType<typeof personBook>

/** Names of accounts, each asked for once. */
function personBook(db: Database) {
  const known = new Map<string, Person>()
  return {
    async learn(rows: { created_by: string | null; reviewed_by: string | null }[]): Promise<void> {
      const ids = new Set(rows.flatMap(row => [row.created_by, row.reviewed_by]))
      const unknown = [...ids].flatMap(id => (id !== null && !known.has(id) ? [{ id }] : []))
      if (unknown.length === 0) return
      const accounts = await db
        .selectFrom('account')
        .select(['id', 'name', 'email', 'orcid'])
        .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${jsonItems(db, unknown)})`)
        .execute()
      for (const { id, name, email, orcid } of accounts) known.set(id, { id, name: name ?? email, orcid })
    },
    find: (id: string | null): Person | null => (id === null ? null : (known.get(id) ?? null))
  }
}

const nobody: Person = { id: 'deleted-account', name: 'a deleted account', orcid: null }

function toSource(row: Row, image: SourceImage, people: PersonBook): SourceAnnotation {
  const annotator = row.annotator === null ? people.find(row.created_by) : { id: row.annotator, name: row.annotator, orcid: null }
  return {
    id: row.id,
    image,
    shape: row.shape === null ? null : JSON.parse(row.shape),
    area: row.area,
    labelId: row.label_id,
    confidence: row.confidence,
    attributes: row.attributes === '{}' ? {} : JSON.parse(row.attributes),
    reviewState: row.review_state,
    reviewedBy: people.find(row.reviewed_by),
    reviewedAt: row.reviewed_at,
    source: row.source,
    annotator: annotator ?? nobody,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    revision: row.revision,
    isSamplePoint: Boolean(row.is_sample_point)
  }
}
