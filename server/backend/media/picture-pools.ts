import { totalmem } from 'node:os'
import { mediaCodes } from '../../../shared/error-codes/media.ts'
import { codedError } from '../../lib/coded-error.ts'
import type { AnalysisTasks } from '../ai/analysis-tasks.ts'
import { ChildFault, type ChildLimits } from '../children/child.ts'
import { type ChildPool, childPool } from '../children/child-pool.ts'
import type { PictureTasks } from './picture-tasks.ts'

export const CostlyPicture = codedError(mediaCodes.COSTLY_PICTURE)

export type PicturePool = ChildPool<PictureTasks>

const gib = 1024 ** 3
/** Memory limit of a decoding process in bytes. A progressive JPEG or a WebP of 200 megapixels is decoded as a whole, which needs about 1.2 GB. */
const mostMemoryBytes = 2 * gib
const leastMemoryBytes = gib / 2

export const pictureLimits: ChildLimits = {
  memoryBytes: Math.min(mostMemoryBytes, Math.max(leastMemoryBytes, (process.constrainedMemory() || totalmem()) / 2)),
  seconds: 60,
  startSeconds: 300,
  threads: 1,
  niceness: 10
}

export type PicturePools = ReturnType<typeof picturePools>

/**
 * Creates the pools of processes that decode pictures. Uploads, background jobs, analyses, and work that a person is waiting for have separate pools.
 * They therefore never delay each other. The process that answers requests never decodes a picture.
 */
export function picturePools(limits: ChildLimits = pictureLimits) {
  const options = { entry: new URL('./picture-child.ts', import.meta.url), processes: 2, limits, idleMs: 30_000 }
  const arrivals = childPool<PictureTasks>(options)
  const views = childPool<PictureTasks>({ ...options, limits: { ...limits, seconds: 10 * limits.seconds } })
  const patches = childPool<PictureTasks>({ ...options, limits: { ...limits, niceness: 0 } })
  const analysis = childPool<AnalysisTasks>({
    entry: new URL('../ai/analysis-child.ts', import.meta.url),
    processes: 1,
    limits: { ...limits, seconds: 10 * limits.seconds },
    idleMs: 60_000
  })
  const live = childPool<AnalysisTasks>({
    ...{ entry: new URL('../ai/analysis-child.ts', import.meta.url), processes: 2, idleMs: 60_000 },
    limits: { ...limits, niceness: 0 }
  })
  return {
    /** Pool for new uploads and avatars, keyed by person. */
    arrivals,
    /** Pool for thumbnails, tiles and crops made by jobs, keyed by image. */
    views,
    /** Pool for crops that a person is waiting for, keyed by image. */
    patches,
    /** Pool for features, training and predictions, keyed by run. Similarity searches are keyed by person. */
    analysis,
    /** Pool for suggestions that a person is waiting for while labelling, keyed by person. */
    live,
    limits,
    async close() {
      await Promise.all([arrivals, views, patches, analysis, live].map(pool => pool.close()))
    }
  }
}

/** Message for a picture that exceeded a limit or crashed its reader; null for other errors. */
export function costOf(error: unknown, fileName: string, { seconds, memoryBytes }: ChildLimits): string | null {
  if (!(error instanceof ChildFault)) return null
  const faults = {
    time: `${fileName} takes longer than ${seconds} seconds to read: save it again, or split it`,
    memory: `${fileName} takes more than ${(memoryBytes / gib).toFixed(1)} GiB of memory to read: save it again without layers or progressive scans`,
    ended: `${fileName} crashed the image decoder twice, so it is probably damaged: copy it from the camera again and retry`
  }
  return faults[error.reason]
}

/** Replaces the error of a child process that exceeded a limit or crashed. @throws CostlyPicture */
export async function withinLimits<T>(work: Promise<T>, fileName: string, limits: ChildLimits): Promise<T> {
  return work.catch(error => {
    const sentence = costOf(error, fileName, limits)
    throw sentence === null ? error : new CostlyPicture(sentence, { cause: error })
  })
}
