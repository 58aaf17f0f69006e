import { type RawBuilder, sql } from 'kysely'
import type { SizeGroup, Sizes, SizesQuery } from '../../../shared/contracts/results.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { shapeLength } from '../../../shared/geometry/diameter.ts'
import { scaleFromArea } from '../../../shared/photogrammetry/scale.ts'
import { meanOf } from '../../../shared/statistics/mean.ts'
import { quantile } from '../../../shared/statistics/quantile.ts'
import { chooseBinWidth, type SizeClass, sizeFrequency } from '../../../shared/statistics/size-frequency.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Sight } from '../projects/scope.ts'
import { knownArea } from '../scale/known-area.ts'
import type { Database } from '../storage/database.ts'
import { amongIds } from '../storage/json-items.ts'
import { compareKeys } from './abundance.ts'
import { type Counted, countedAnnotations } from './counted.ts'
import { type Effort, effortOf } from './effort.ts'
import { requireFewGroups } from './group-limit.ts'
import { everything, type Grouping, groupingOf } from './groups.ts'

const pageSize = 5000

/**
 * Computes the sizes of annotations with a label or one of its descendants, for all images and for each group.
 * @throws InvalidRequest @throws TooManyGroups
 */
// Long: one query with its groups.
export async function sizesOf(db: Database, sight: Sight, query: SizesQuery): Promise<Sizes> {
  const { labelId, measure = 'length', classWidth, groupBy } = query
  const counted = await countedAnnotations(db, sight, query)
  const labels = await labelsUnder(db, sight, labelId)
  if (labels.length === 0) throw new InvalidRequest([{ path: '/labelId', message: 'is not a label of this catalog' }], 400)
  const grouping = groupBy === undefined ? everything : await groupingOf(db, sight, query)
  const effort = await effortOf(db, counted, grouping)
  const groupsInEffort = effort.filter(({ in_effort: images }) => images > 0)
  if (groupBy !== undefined) requireFewGroups(groupsInEffort.length)

  /** Sizes in pixels or square pixels, each with the scale of its image in metres per pixel; null for an unknown scale. */
  const measured: { key: string | null; size: number; scale: number | null }[] = []
  let withoutSize = 0
  for (const label of labels) {
    for await (const { key, shape, area, width, height, known_area: knownArea } of annotationsOf(db, counted, grouping, label)) {
      const size = measure === 'area' ? area : lengthOf(shape)
      if (size === null || !(size > 0)) withoutSize += 1
      else measured.push({ key, size, scale: knownArea === null ? null : scaleFromArea(knownArea, { width, height }) })
    }
  }
  const isMetric = query.unit === undefined ? measured.some(({ scale }) => scale !== null) : query.unit === 'm'
  const power = measure === 'area' ? 2 : 1
  const ofGroups = new Map<string | null, number[]>(groupsInEffort.map(({ key }) => [key, []]))
  for (const { key, size, scale } of measured) {
    if (!isMetric) ofGroups.get(key)?.push(size)
    else if (scale !== null) ofGroups.get(key)?.push(size * scale ** power)
  }
  const sizes = Float64Array.from([...ofGroups.values()].flat()).sort()
  const width = classWidth ?? chooseBinWidth(sizes) ?? sizes[0] ?? null
  const classes = width === null ? [] : classesOf(sizes, width)

  const naming = await grouping.names(db, sight)
  const groupOf = ({ key, in_effort: images, only_marked: imagesOnlyMarked, with_area: imagesWithArea, area }: Effort): SizeGroup => {
    const sorted = Float64Array.from(ofGroups.get(key) ?? []).sort()
    return {
      key,
      name: key === null ? naming.none : naming.nameOf(key),
      images,
      imagesOnlyMarked,
      imagesWithArea,
      areaSquareMeters: area,
      count: sorted.length,
      counts: width === null ? [] : placesOf(classesOf(sorted, width), classes[0]?.from ?? 0, width),
      ...locationOf(sorted)
    }
  }
  const sum = (of: (group: Effort) => number) => effort.reduce((total, group) => total + of(group), 0)
  return {
    measure,
    unit: measure === 'area' ? (isMetric ? 'm²' : 'px²') : isMetric ? 'm' : 'px',
    images: sum(({ in_effort: images }) => images),
    imagesOnlyMarked: sum(({ only_marked: images }) => images),
    imagesWithArea: sum(({ with_area: images }) => images),
    areaSquareMeters: sum(({ area }) => area ?? 0) || null,
    count: sizes.length,
    withoutSize,
    withoutScale: measured.filter(({ scale }) => scale === null).length,
    imagesNotLookedAt: sum(({ images, in_effort: seen }) => images - seen),
    classWidth: width,
    classes,
    groups: groupBy === undefined ? [] : groupsInEffort.toSorted((a, b) => compareKeys(a.key, b.key, naming.compare)).map(groupOf),
    ...locationOf(sizes)
  }
}

function locationOf(sorted: Float64Array) {
  const mean = meanOf(sorted)
  return {
    mean: mean?.mean ?? null,
    standardDeviation: mean?.standardDeviation ?? null,
    median: sorted.length > 0 ? quantile(sorted, 0.5) : null,
    smallest: sorted[0] ?? null,
    largest: sorted.at(-1) ?? null
  }
}

function classesOf(sizes: Float64Array, width: number): SizeClass[] {
  try {
    return sizeFrequency(sizes, width).classes
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidRequest([{ path: '/classWidth', message: error.message }], 400)
    throw error
  }
}

/**
 * Returns the counts of the size classes of a group, each with its index among the classes of all images. The first class of all images begins at
 * `first`. Class limits are multiples of the width.
 */
const placesOf = (classes: readonly SizeClass[], first: number, width: number) =>
  classes.flatMap(({ from, count }) => (count > 0 ? [[Math.round((from - first) / width), count]] : []))

const lengthOf = (shape: string | null) => (shape === null ? null : shapeLength(JSON.parse(shape) as Shape))

async function labelsUnder(db: Database, { projectId }: Sight, labelId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below (id) as (
      select id from label where id = ${labelId} and project_id = ${projectId}
      union all
      select label.id from label join below on label.parent_id = below.id
    )
    select id from below`.execute(db)
  return rows.map(({ id }) => id)
}

interface Sized {
  id: string
  key: string | null
  shape: string | null
  area: number | null
  width: number
  height: number
  known_area: number | null
}

/** Yields the annotations with a label. They are read in batches, so that other requests can be answered in between. */
async function* annotationsOf(db: Database, counted: Counted, grouping: Grouping, labelId: string): AsyncGenerator<Sized, void, undefined> {
  const { renamed } = counted
  const hasLabel = sql`annotation.label_id = ${labelId}`
  const others = renamed.map(({ id }) => id)
  yield* pagesOf(db, counted, grouping, others.length > 0 ? sql`${hasLabel} and annotation.id not in ${amongIds(db, others)}` : hasLabel)
  const named = renamed.filter(mark => mark.labelId === labelId).map(({ id }) => id)
  if (named.length > 0) yield* pagesOf(db, counted, grouping, sql`annotation.id in ${amongIds(db, named)}`)
}

async function* pagesOf(
  db: Database,
  { condition }: Counted,
  { key }: Grouping,
  which: RawBuilder<unknown>
): AsyncGenerator<Sized, void, undefined> {
  for (let last = ''; ; ) {
    const { rows } = await sql<Sized>`
      select annotation.id, ${key} as key, annotation.shape, annotation.area, media.width, media.height, ${knownArea(db)} as known_area
      from annotation join media on media.id = annotation.media_id left join site on site.id = media.site_id
      where ${which} and annotation.id > ${last} and media.removed_at is null and ${condition}
      order by annotation.id limit ${pageSize}`.execute(db)
    yield* rows
    if (rows.length < pageSize) return
    last = rows.at(-1)?.id ?? last
  }
}
