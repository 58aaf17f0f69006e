import { sql } from 'kysely'
import type { Sizes, SizesQuery } from '../../../shared/contracts/results.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { shapeLength } from '../../../shared/geometry/diameter.ts'
import { scaleFromArea } from '../../../shared/photogrammetry/scale.ts'
import { meanOf } from '../../../shared/statistics/mean.ts'
import { quantile } from '../../../shared/statistics/quantile.ts'
import { chooseBinWidth, sizeFrequency } from '../../../shared/statistics/size-frequency.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Blind } from '../annotations/sessions/blind.ts'
import { knownArea } from '../scale/known-area.ts'
import type { Database } from '../storage/database.ts'
import { type Counted, countedAnnotations } from './counted.ts'

const pageSize = 5000

/** How large the annotations of a label and those under it are. @throws InvalidRequest */
export async function sizesOf(db: Database, projectId: string, query: SizesQuery, blind: Blind | null): Promise<Sizes> {
  const { labelId, measure = 'length', classWidth } = query
  const counted = await countedAnnotations(db, projectId, query, blind)
  const labels = await labelsUnder(db, projectId, labelId)
  if (labels.length === 0) throw new InvalidRequest([{ path: '/labelId', message: 'is not a label of this catalog' }], 400)

  /** In pixels, with metres per pixel. */
  const measured: { size: number; scale: number | null }[] = []
  let withoutSize = 0
  for (const label of labels) {
    for await (const { shape, area, width, height, known_area: knownArea } of annotationsOf(db, counted, label)) {
      const size = measure === 'area' ? area : lengthOf(shape)
      if (size === null || !(size > 0)) withoutSize += 1
      else measured.push({ size, scale: knownArea === null ? null : scaleFromArea(knownArea, { width, height }) })
    }
  }
  const isMetric = query.unit === undefined ? measured.some(({ scale }) => scale !== null) : query.unit === 'm'
  const power = measure === 'area' ? 2 : 1
  const sizes = Float64Array.from(
    isMetric ? measured.flatMap(({ size, scale }) => (scale === null ? [] : size * scale ** power)) : measured.map(({ size }) => size)
  ).sort()
  const width = classWidth ?? chooseBinWidth(sizes) ?? sizes[0] ?? null
  const mean = meanOf(sizes)
  return {
    measure,
    unit: measure === 'area' ? (isMetric ? 'm²' : 'px²') : isMetric ? 'm' : 'px',
    count: sizes.length,
    withoutSize,
    withoutScale: measured.filter(({ scale }) => scale === null).length,
    classWidth: width,
    classes: width === null ? [] : classesOf(sizes, width),
    mean: mean?.mean ?? null,
    standardDeviation: mean?.standardDeviation ?? null,
    median: sizes.length > 0 ? quantile(sizes, 0.5) : null,
    smallest: sizes[0] ?? null,
    largest: sizes.at(-1) ?? null
  }
}

function classesOf(sizes: Float64Array, width: number) {
  try {
    return sizeFrequency(sizes, width).classes
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidRequest([{ path: '/classWidth', message: error.message }], 400)
    throw error
  }
}

const lengthOf = (shape: string | null) => (shape === null ? null : shapeLength(JSON.parse(shape) as Shape))

async function labelsUnder(db: Database, projectId: string, labelId: string): Promise<string[]> {
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
  shape: string | null
  area: number | null
  width: number
  height: number
  known_area: number | null
}

/** In pieces, so that other requests are answered between them. */
async function* annotationsOf(db: Database, { condition }: Counted, labelId: string): AsyncGenerator<Sized, void, undefined> {
  for (let last = ''; ; ) {
    const { rows } = await sql<Sized>`
      select annotation.id, annotation.shape, annotation.area, media.width, media.height, ${knownArea(db)} as known_area
      from annotation join media on media.id = annotation.media_id
      where annotation.label_id = ${labelId} and annotation.id > ${last} and media.removed_at is null and ${condition}
      order by annotation.id limit ${pageSize}`.execute(db)
    yield* rows
    if (rows.length < pageSize) return
    last = rows.at(-1)?.id ?? last
  }
}
