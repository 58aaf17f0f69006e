import type { LaserPoints, ScaleBasis } from '../../../shared/contracts/scale.ts'
import { scaleCodes } from '../../../shared/error-codes/scale.ts'
import type { Position } from '../../../shared/photogrammetry/scale.ts'
import { codedError } from '../../lib/coded-error.ts'
import { NotFound } from '../../lib/errors.ts'
import { type PicturePools, withinLimits } from '../media/picture-pools.ts'
import type { Scope } from '../projects/scope.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'

const TooFewLaserImages = codedError<[number, number]>(scaleCodes.TOO_FEW_LASER_IMAGES)
const NoLaserPoints = codedError(scaleCodes.NO_LASER_POINTS)

const fewestExamples = 3
/** Maximum number of examples, because each is decoded. */
const mostExamples = 4

/**
 * Finds the laser points of an image by those that people marked on the latest other images of its camera and size.
 * @param signal aborted when the person no longer waits
 * @throws NotFound, TooFewLaserImages, NoLaserPoints, or CostlyPicture
 */
export async function laserPointsOf(
  { db, blobs, pictures, signal }: { db: Database; blobs: Blobs; pictures: PicturePools; signal: AbortSignal },
  { projectId, accountId }: Scope,
  mediaId: string
): Promise<LaserPoints> {
  const image = await db
    .selectFrom('media')
    .select(['id', 'file_name', 'sha256', 'width', 'height', 'camera'])
    .where('id', '=', mediaId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!image) throw new NotFound('The image')
  const examples = await examplesFor(db, projectId, image)
  if (examples.length < fewestExamples) throw new TooFewLaserImages(fewestExamples, examples.length)
  const path = await blobs.localPath(image.sha256)
  const files = await Promise.all(examples.map(async ({ sha256, marks }) => ({ path: await blobs.localPath(sha256), marks })))
  const work = pictures.live.take(`lasers ${accountId}`, run => run('laserPoints', { path, examples: files }), signal)
  const found = await withinLimits(work, image.file_name, pictures.limits)
  if (!found) throw new NoLaserPoints()
  return { ...found, exampleCount: examples.length }
}

interface Example {
  sha256: string
  marks: Position[]
}

/** Returns the latest images with hand-set laser marks, all with as many marks as most of them. */
async function examplesFor(
  db: Database,
  projectId: string,
  { id, width, height, camera }: { id: string; width: number; height: number; camera: string | null }
): Promise<Example[]> {
  const rows = await db
    .selectFrom('media_scale')
    .innerJoin('media', 'media.id', 'media_scale.media_id')
    .select(['media.sha256', 'media_scale.basis'])
    .where('media.project_id', '=', projectId)
    .where('media.removed_at', 'is', null)
    .where('media.id', '!=', id)
    .where('media.width', '=', width)
    .where('media.height', '=', height)
    .where('media.camera', camera === null ? 'is' : '=', camera)
    .where('media_scale.copied_from', 'is', null)
    .where('media_scale.basis', 'like', '%"method":"lasers"%')
    .orderBy('media_scale.set_at', 'desc')
    .orderBy('media.id')
    .limit(4 * mostExamples)
    .execute()
  const all = rows.flatMap(({ sha256, basis }): Example[] => {
    const known = JSON.parse(basis ?? 'null') as ScaleBasis | null
    const isOnImage = ({ x, y }: Position) => x < width && y < height
    return known?.method === 'lasers' && known.marks.every(isOnImage) ? [{ sha256, marks: known.marks }] : []
  })
  const byCount = [2, 3, 4].map(count => all.filter(({ marks }) => marks.length === count))
  return byCount.reduce((best, next) => (next.length > best.length ? next : best)).slice(0, mostExamples)
}
