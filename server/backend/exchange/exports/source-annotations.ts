import { type RawBuilder, sql } from 'kysely'
import type { Annotation, Attributes, Origin, ReviewState } from '../../../../shared/contracts/annotations.ts'
import type { ExportOptions } from '../../../../shared/contracts/exchange.ts'
import type { PublishedPerson } from '../../../../shared/contracts/publication.ts'
import type { ResultsQuery } from '../../../../shared/contracts/results.ts'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { includedIn } from '../../../../shared/export-options.ts'
import { fullName } from '../../../../shared/publication/people.ts'
import { modelOfAnnotation, type SuggestingModel } from '../../ai/suggesting-models.ts'
import type { NamedBy } from '../../annotations/rounds/consensus.ts'
import { isPending } from '../../annotations/rounds/pending.ts'
import { believed, type CountedQuery } from '../../results/counted.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { LossSubject } from '../losses.ts'
import { unnamedMember } from '../unnamed-member.ts'
import type { IndividualLookup } from './individual-lookup.ts'
import type { SourceImage } from './source-images.ts'

export interface Person {
  id: string
  name: string
  orcid: string | null
  /** Set for an account that has no name in either Isobath or the publication. */
  unnamed?: { email: string }
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
  /** Person who labelled the annotation, or who created it if it has no label. The person is an account, or a name from an import. */
  annotator: Person
  createdAt: string
  modifiedAt: string
  /** Time at which the label was assigned. */
  namedAt: string
  /** Index among the sample points of the image, from 0; null for other annotations. */
  samplePoint: number | null
  /** Members of a round who annotated the individual, and the origin of its label; null outside rounds. */
  seen: Seen | null
  /** Origin of the label. Null when the label is older than this field, or when only a machine assigned it. */
  origin: Origin | null
  /** Project model whose suggestion became this annotation. */
  model: SuggestingModel | null
}

export interface Seen {
  /** Id of the individual. It does not depend on which of its annotations is exported, so voting and settling do not change it. */
  id: string
  session: string
  by: NamedBy
  /** Annotations of the individual: each with its author, its label, and the person who assigned the label. */
  marks: { person: Person; namer: Person; labelId: string | null }[]
}

/** Annotation as it appears in the report of an export. */
export const lossSubject = ({ id, image }: SourceAnnotation): LossSubject => ({ id, fileName: image.fileName, mediaId: image.id })

export interface WhichAnnotations {
  /**
   * True to leave out sample points, which are not individuals. Otherwise all points are read, and a point outside the selection has no
   * label.
   */
  withoutSamplePoints?: boolean
  /** True to read the outlines of lines only, with null for any other shape. Outlines are the largest part of the data. */
  onlyLines?: boolean
}

/** Selection of annotations, as on the Results page. */
export function countedChoice(options: ExportOptions): CountedQuery<Pick<ResultsQuery, 'filter' | 'includeUnreviewed' | 'confirmedOnly'>> {
  const include = includedIn(options)
  const { leastConfidence = 0 } = options
  const filter = options.filter ? { filter: options.filter } : {}
  if (include === 'all') return { ...filter, includeUnreviewed: true, leastConfidence }
  return { ...filter, ...(include === 'confirmed' && { confirmedOnly: true }) }
}

/** SQL condition that is true for the annotations to export. */
const included = (options: ExportOptions): RawBuilder<boolean> => believed(countedChoice(options))

interface LeftOutChoice
  extends Pick<AnnotationChoice, 'options' | 'hasSamples' | 'isMatching'>,
    Pick<WhichAnnotations, 'withoutSamplePoints'> {
  projectId: string
}

/**
 * Reads the number of annotations that the selection leaves out of the file, without those rejected in review. Annotations that do not meet the filter
 * of the table do not count.
 */
export async function stayingAtHome(db: Database, choice: LeftOutChoice): Promise<number> {
  const { projectId, options, hasSamples, isMatching, withoutSamplePoints = false } = choice
  const isOfSample = sql<boolean>`exists (select 1 from sample_point where sample_point.annotation_id = annotation.id)`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from annotation join media on media.id = annotation.media_id
    where annotation.project_id = ${projectId} and annotation.removed_at is null and media.removed_at is null
      and not exists (select 1 from annotation_session_point where annotation_session_point.annotation_id = annotation.id)
      and ${believed({ includeUnreviewed: true })} and not coalesce(${included(options)}, ${sql.lit(false)})
      and ${isMatching} and ${withoutSamplePoints && hasSamples ? sql<boolean>`not ${isOfSample}` : sql<boolean>`1 = 1`}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Number of annotations per query. In larger pages, rows live long enough to leave the garbage collector's young generation. */
const pageSize = 500

interface AnnotationChoice extends WhichAnnotations {
  options: ExportOptions
  /** True when the project has sample points. Only then are annotations matched against sample points. */
  hasSamples: boolean
  /** Ids of the rounds whose annotations are left out. */
  pending: readonly string[]
  individuals: IndividualLookup
  /** SQL condition on `annotation` that is true for annotations that meet the filter of the table. */
  isMatching: RawBuilder<boolean>
  /** People of the publication. An account without a name takes the name of the person with its e-mail address. */
  published: readonly PublishedPerson[]
  /** Models of the project, by id. */
  models: ReadonlyMap<string, SuggestingModel>
}

/** Yields annotations in image order, and within an image in order of creation. */
export async function* annotationsOf(
  db: Database,
  images: AsyncIterable<SourceImage>,
  choice: AnnotationChoice
): AsyncGenerator<SourceAnnotation, void, undefined> {
  const people = personLookup(db, choice.published)
  const pages = annotationPages(db, choice)
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

// Long: one query with its pages.
function annotationPages(
  db: Database,
  { options, hasSamples, pending, individuals, isMatching, models, withoutSamplePoints = false, onlyLines = false }: AnnotationChoice
) {
  const goes = pending.length > 0 ? sql<boolean>`(${included(options)} and not ${isPending(pending, null)})` : included(options)
  const place = hasSamples
    ? sql<number | null>`(select position from sample_point where sample_point.annotation_id = annotation.id)`
    : sql<null>`cast(null as integer)`
  const isOfSample = hasSamples ? sql<boolean>`${place} is not null` : sql<boolean>`1 = 0`
  const ifItGoes = <T>(column: string): RawBuilder<T> =>
    hasSamples ? sql<T>`case when ${goes} then ${sql.ref(column)} end` : sql.ref<T>(column)
  const select = () =>
    selected(db)
      .select(ifItGoes<string | null>('label_id').as('label_id'))
      .select(ifItGoes<number | null>('confidence').as('confidence'))
      .select(place.as('sample_point'))
      .select(models.size > 0 ? modelOfAnnotation.as('model_id') : sql<string | null>`cast(null as text)`.as('model_id'))
      .select(onlyLines ? sql<string | null>`case when shape_kind = 'line' then shape end`.as('shape') : 'shape')
      .where('removed_at', 'is', null)
      .where(sql<boolean>`not exists (select 1 from annotation_session_point where annotation_session_point.annotation_id = annotation.id)`)
      .where(isMatching)
      .where(withoutSamplePoints ? sql<boolean>`${goes} and not ${isOfSample}` : sql<boolean>`(${goes} or ${isOfSample})`)
      .orderBy('media_id')
      .orderBy('id')

  const accountsOf = (rows: Row[]) =>
    rows.flatMap(row => [
      row.created_by,
      row.named_by,
      row.reviewed_by,
      ...(individuals.individualOf(row.id)?.marks.flatMap(mark => [mark.accountId, mark.namedBy]) ?? [])
    ])

  const toSource = (row: Row, image: SourceImage, people: PersonLookup): SourceAnnotation => {
    const annotation = annotationOf(row, image, people, models)
    const individual = individuals.individualOf(row.id)
    if (!individual) return annotation
    const marks = individual.marks.map(({ accountId, namedBy, labelId }) => {
      const person = people.find(accountId) ?? nobody
      return { person, namer: people.find(namedBy) ?? person, labelId }
    })
    const [id = row.id] = individual.marks.map(mark => mark.id).sort()
    const seen = { id, session: individual.round, by: individual.by, marks }
    const isByPeople = annotation.source === 'human' || annotation.reviewState === 'confirmed'
    const agreed = individual.labelId === annotation.labelId ? {} : { origin: null, model: null }
    if (individual.pointId === null) return { ...annotation, labelId: individual.labelId, ...agreed, seen }
    if (individual.labelId === null || (isByPeople && annotation.labelId !== null)) return { ...annotation, seen }
    const annotator = marks.find(({ labelId }) => labelId === individual.labelId)?.namer ?? annotation.annotator
    return { ...annotation, labelId: individual.labelId, source: 'human', annotator, confidence: null, ...agreed, seen }
  }

  return {
    async *ofImages(images: SourceImage[], people: PersonLookup): AsyncGenerator<SourceAnnotation, void, undefined> {
      if (images.length === 0) return
      const ids = jsonItems(
        db,
        images.map(({ id }) => ({ id }))
      )
      const rows = await select().where('media_id', 'in', sql<string>`(select item.value ->> 'id' from ${ids})`).execute()
      await people.learn(accountsOf(rows))
      const byImage = Map.groupBy(rows, row => row.media_id)
      for (const image of images)
        for (const row of byImage.get(image.id) ?? []) if (!individuals.isDouble(row.id)) yield toSource(row, image, people)
    },

    async *ofLargeImage(image: SourceImage, people: PersonLookup): AsyncGenerator<SourceAnnotation, void, undefined> {
      for (let last = ''; ; ) {
        const rows = await select().where('media_id', '=', image.id).where('id', '>', last).limit(pageSize).execute()
        await people.learn(accountsOf(rows))
        for (const row of rows) if (!individuals.isDouble(row.id)) yield toSource(row, image, people)
        if (rows.length < pageSize) return
        last = rows.at(-1)?.id ?? last
      }
    }
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number] &
  Record<'shape' | 'label_id' | 'model_id', string | null> &
  Record<'confidence' | 'sample_point', number | null>
const selected = (db: Database) =>
  db
    .selectFrom('annotation')
    .select(['id', 'media_id', 'area', 'attributes', 'review_state', 'reviewed_by', 'reviewed_at'])
    .select(['source', 'annotator', 'created_by', 'created_at', 'modified_at', 'named_by', 'named_at', 'is_from_machine', 'origin'])

type PersonLookup = ReturnType<typeof personLookup>

/** Looks up people by account, with a cache. */
function personLookup(db: Database, published: readonly PublishedPerson[]) {
  const known = new Map<string, Person>()
  const names = new Map(published.flatMap(person => (person.email ? [[person.email.toLowerCase(), fullName(person)] as const] : [])))
  const personOf = ({ id, name, email, orcid }: Omit<Person, 'name'> & { name: string | null; email: string }): Person => {
    const given = [name, names.get(email.toLowerCase())].find(each => each && !each.includes('@'))
    return given ? { id, name: given, orcid } : { id, name: unnamedMember(id), orcid, unnamed: { email } }
  }
  return {
    async learn(ids: (string | null)[]): Promise<void> {
      const unknown = [...new Set(ids)].flatMap(id => (id !== null && !known.has(id) ? [{ id }] : []))
      if (unknown.length === 0) return
      const accounts = await db
        .selectFrom('account')
        .select(['id', 'name', 'email', 'orcid'])
        .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${jsonItems(db, unknown)})`)
        .execute()
      for (const account of accounts) known.set(account.id, personOf(account))
    },
    find: (id: string | null): Person | null => (id === null ? null : (known.get(id) ?? null))
  }
}

const nobody: Person = { id: 'deleted-account', name: 'a deleted account', orcid: null }

function annotationOf(row: Row, image: SourceImage, people: PersonLookup, models: AnnotationChoice['models']): SourceAnnotation {
  const maker = row.annotator === null ? people.find(row.created_by) : { id: row.annotator, name: row.annotator, orcid: null }
  const annotator = row.named_by === null ? maker : people.find(row.named_by)
  return {
    id: row.id,
    image,
    shape: row.shape === null ? null : JSON.parse(row.shape),
    area: row.area,
    labelId: row.label_id,
    confidence: row.is_from_machine === 1 ? null : row.confidence, // the confidence is the machine's, in another label
    attributes: row.attributes === '{}' ? {} : JSON.parse(row.attributes),
    reviewState: row.review_state,
    reviewedBy: people.find(row.reviewed_by),
    reviewedAt: row.reviewed_at,
    source: row.source,
    annotator: annotator ?? nobody,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    namedAt: row.named_at ?? row.created_at,
    samplePoint: row.sample_point,
    seen: null,
    origin: row.origin,
    model: models.get(row.model_id ?? '') ?? null
  }
}
