import { sql } from 'kysely'
import type { ScaleApplication, ScaleApplied, ScaleBasis } from '../../../shared/contracts/scale.ts'
import { scaleBatchLimit } from '../../../shared/limits.ts'
import { type ImageScale, scaleFormulaVersion, scaleOfBasis } from '../../../shared/photogrammetry/scale-of-basis.ts'
import { statedAngle } from '../../../shared/photogrammetry/stated-angle.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

const mostLeft = 100
const batchSize = 1000

interface Source {
  id: string
  width: number
  height: number
  camera: string | null
  basis: ScaleBasis
  metersPerPixel: number
  pixelDistance: number | null
}

interface Target {
  id: string
  file_name: string
  width: number
  height: number
  camera: string | null
  altitude_in_meters: number | null
  /** JSON of the row for this image in an attached table. */
  metadata: string
  scaled: number | null
}

/**
 * Copies the scale of one image to others. If the scale is based on altitude or lens data, each image uses its own altitude. With altitude, an image
 * also uses the angle of view from its own table row, if any. Any other scale is valid only for the same camera at the same distance, which the
 * user must judge.
 * @throws InvalidRequest when the source image has no scale
 */
export function applyScale(editProject: EditProject, scope: Scope, { from, mediaIds, replace = false, cursor = '' }: ScaleApplication) {
  return editProject(scope, async ({ transaction, at, publish }): Promise<ScaleApplied> => {
    const source = await sourceOf(transaction, scope.projectId, from)
    const targets = await targetsOf(transaction, scope.projectId, source, { mediaIds, cursor })
    const left: ScaleApplied['left'] = []
    let leftCount = 0
    const leave = (mediaId: string, fileName: string | null, reason: string) => {
      leftCount += 1
      if (left.length < mostLeft) left.push({ mediaId, fileName, reason })
    }
    const given: Given[] = []
    for (const target of targets) {
      if (target.id === source.id) continue
      const found = scaleFor(target, source, replace)
      if (typeof found === 'string') leave(target.id, target.file_name, found)
      else given.push({ ...found, id: target.id })
    }
    if (mediaIds) {
      const there = new Set(targets.map(({ id }) => id))
      for (const id of mediaIds) if (!there.has(id)) leave(id, null, 'is not in this project')
    }
    for (let start = 0; start < given.length; start += batchSize)
      await write(transaction, given.slice(start, start + batchSize), { from, by: scope.accountId, at })
    const detail = { count: given.length }
    if (given.length > 0) {
      await recordActivity(transaction, { projectId: scope.projectId, actorId: scope.accountId, event: 'scale.applied', detail })
      publish({ type: 'changed', noun: 'media', projectId: scope.projectId })
    }
    const isFull = !mediaIds && targets.length === scaleBatchLimit
    return { appliedCount: given.length, leftCount, left, nextCursor: isFull ? (targets.at(-1)?.id ?? null) : null }
  })
}

async function sourceOf(db: Database, projectId: string, mediaId: string): Promise<Source> {
  const row = await db
    .selectFrom('media')
    .innerJoin('media_scale', 'media_scale.media_id', 'media.id')
    .select(['media.width', 'media.height', 'media.camera', 'basis', 'meters_per_pixel', 'pixel_distance'])
    .where('media.id', '=', mediaId)
    .where('media.project_id', '=', projectId)
    .where('media.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.basis === null || row.meters_per_pixel === null)
    throw new InvalidRequest([{ path: '/from', message: 'is not an image of this project with a scale' }])
  const { width, height, camera, meters_per_pixel: metersPerPixel, pixel_distance: pixelDistance } = row
  return { id: mediaId, width, height, camera, basis: JSON.parse(row.basis), metersPerPixel, pixelDistance }
}

async function targetsOf(
  db: Database,
  projectId: string,
  { width, height, camera }: Source,
  { mediaIds, cursor }: { mediaIds: string[] | undefined; cursor: string }
): Promise<Target[]> {
  const all = db
    .selectFrom('media')
    .leftJoin('media_scale', 'media_scale.media_id', 'media.id')
    .select(['media.id', 'file_name', 'width', 'height', 'camera', 'altitude_in_meters', 'metadata', 'meters_per_pixel as scaled'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
  if (mediaIds) {
    const listed = jsonItems(
      db,
      mediaIds.map(id => ({ id }))
    )
    return all.where('media.id', 'in', sql<string>`(select item.value ->> 'id' from ${listed})`).execute()
  }
  return all
    .where('width', '=', width)
    .where('height', '=', height)
    .$if(camera === null, query => query.where('camera', 'is', null))
    .$if(camera !== null, query => query.where('camera', '=', camera))
    .where('media.id', '>', cursor)
    .orderBy('media.id')
    .limit(scaleBatchLimit)
    .execute()
}

interface Given extends Pick<ImageScale, 'metersPerPixel' | 'pixelDistance'> {
  id: string
  basis: ScaleBasis
}

/** Returns the scale of a target image, or the reason why the image gets none. The reason completes a sentence whose subject is the image. */
function scaleFor(target: Target, source: Source, replace: boolean): Omit<Given, 'id'> | string {
  if (target.scaled !== null && !replace) return 'already has a scale'
  if (target.width !== source.width || target.height !== source.height)
    return `has a different size: ${target.width} × ${target.height}, not ${source.width} × ${source.height}`
  if (target.camera !== source.camera) return `was taken with a different camera: ${target.camera ?? 'unknown'}`
  const { basis, metersPerPixel, pixelDistance } = source
  if (basis.method !== 'altitude' && basis.method !== 'lens') return { basis, metersPerPixel, pixelDistance }
  if (target.altitude_in_meters === null || target.altitude_in_meters <= 0) return 'has no altitude above the sea floor'
  const angle = basis.method === 'altitude' ? statedAngle(JSON.parse(target.metadata)) : null
  const own = { ...basis, altitudeInMeters: target.altitude_in_meters, ...(angle && { horizontalAngleInDegrees: angle }) }
  return { basis: own, metersPerPixel: scaleOfBasis(own, target).metersPerPixel, pixelDistance: null }
}

async function write(db: Database, given: Given[], { from, by, at }: { from: string; by: string; at: string }): Promise<void> {
  const items = given.map(({ id, basis, metersPerPixel, pixelDistance }) => ({
    id,
    basis: JSON.stringify(basis),
    scale: metersPerPixel,
    distance: pixelDistance
  }))
  const number = (field: string) => sql`cast(item.value ->> ${sql.lit(field)} as double precision)`
  await sql`
    insert into media_scale (media_id, basis, meters_per_pixel, pixel_distance, copied_from, formula_version, set_by, set_at, revision)
    select item.value ->> 'id', item.value ->> 'basis', ${number('scale')}, ${number('distance')},
      cast(${from} as text), cast(${scaleFormulaVersion} as integer), cast(${by} as text), cast(${at} as text), 1
    from ${jsonItems(db, items)} where true
    on conflict (media_id) do update set basis = excluded.basis, meters_per_pixel = excluded.meters_per_pixel,
      pixel_distance = excluded.pixel_distance, copied_from = excluded.copied_from, corrected_from = null, formula_version = excluded.formula_version,
      set_by = excluded.set_by, set_at = excluded.set_at, revision = media_scale.revision + 1`.execute(db)
}
