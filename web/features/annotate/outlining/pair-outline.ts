import { queryOptions } from '@tanstack/react-query'
import type { OutlinePrompt } from '../../../../shared/contracts/image-outlines.ts'
import type { Job } from '../../../../shared/contracts/jobs.ts'
import type { Box, Polygon } from '../../../../shared/contracts/shapes.ts'
import type { UploadedModelList } from '../../../../shared/contracts/uploaded-models.ts'
import { outlineClicks } from '../../../../shared/limits.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { Click } from './markers.ts'
import { placedOutline } from './placed-outline.ts'
import { texts } from './texts.ts'

const { pair: words } = texts

type Outliner = NonNullable<UploadedModelList['outliner']>

/** Time in milliseconds for which the pair of a project is remembered. */
const freshMs = 60_000
/** Longest wait in milliseconds for the name of the pair. A slow link must not delay outlines by the browser. */
const patienceMs = 5_000
const pollMs = 500
/** Number of times that a prompt is sent, because the encoded image may be dropped before its first prompt. */
const mostTries = 3
/** Longest wait in milliseconds for an outline, and for the encoding of an image. Then the browser outlines. */
const [outlineMs, encodingMs] = [10_000, 120_000]
/** Statuses after which the browser outlines: no connection, no right, no job, no pair, or no runtime. */
const withoutPair = [0, 403, 404, 409, 503]

const outlinerOf = (projectId: string) =>
  queryOptions({
    queryKey: ['ai', 'outliner', projectId],
    queryFn: async (): Promise<Outliner | null> => {
      const signal = AbortSignal.timeout(patienceMs)
      try {
        return (await call('GET /projects/:projectId/ai/uploaded-models', { params: { projectId }, signal })).outliner ?? null
      } catch {
        return null
      }
    },
    staleTime: freshMs,
    networkMode: 'always' // otherwise the query waits for a connection
  })

/**
 * Outlines the object in a box by the interactive pair of the project.
 * @returns the name of the pair with its outline, which is null when it finds no object; null when the browser must outline
 * @throws Error when the pair could not read the image
 */
export async function pairOutline(
  image: ImageCard,
  box: Box,
  clicks: readonly Click[]
): Promise<{ pair: string; outline: Polygon | null } | null> {
  const outliner = await queryClient.fetchQuery(outlinerOf(image.projectId))
  if (!outliner) return null
  const { name: pair } = outliner
  const prompt = promptOf(image, box, clicks)
  if (!prompt) return { pair, outline: null }
  try {
    for (let tries = 0; tries < mostTries; tries++) {
      const answer = await call('POST /media/:mediaId/ai/outline', {
        params: { mediaId: image.id },
        json: prompt,
        signal: AbortSignal.timeout(outlineMs)
      })
      if ('outline' in answer) return { pair, outline: answer.outline && placedOutline(answer.outline) }
      if (!(await readImage(image.id, answer, outliner))) break
    }
    return instead(image, pair, words.late)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return instead(image, pair, words.late)
    if (error instanceof ApiError && withoutPair.includes(error.status)) return instead(image, pair, error.message)
    throw error
  }
}

/** Messages shown in this visit, by image and reason. */
const shown = new Set<string>()

/** Shows once per image why the browser outlines instead of the pair. */
function instead({ id }: ImageCard, pair: string, reason: string): null {
  const message = `${id} ${pair} ${reason}`
  if (!shown.has(message)) showToast({ title: words.instead(pair), description: reason })
  shown.add(message)
  return null
}

/** Prompt with the part of a box that is on the image; null when the box is beside it. */
function promptOf(
  { width, height }: Pick<ImageCard, 'width' | 'height'>,
  box: Omit<Box, 'kind'>,
  clicks: readonly Click[]
): OutlinePrompt | null {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)]
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)]
  if (right <= left || bottom <= top) return null
  return { box: { x: left, y: top, width: right - left, height: bottom - top }, clicks: clicks.slice(-outlineClicks) }
}

/** Images that are being encoded, by their id. */
const readings = new Map<string, Promise<boolean>>()

/** Waits until an image is encoded. All prompts for it share one toast. @returns false when it takes too long */
function readImage(mediaId: string, job: Job, outliner: Outliner): Promise<boolean> {
  const reading = readings.get(mediaId) ?? followReading(job, outliner).finally(() => readings.delete(mediaId))
  readings.set(mediaId, reading)
  return reading
}

async function followReading(job: Job, { name, version }: Outliner): Promise<boolean> {
  const end = Date.now() + encodingMs
  const close = showToast({ title: words.reading, description: words.readingBy(name, version), stays: true })
  try {
    let now = job
    while (now.state === 'waiting' || now.state === 'running') {
      if (Date.now() > end) return false
      await new Promise(resolve => setTimeout(resolve, pollMs))
      now = await call('GET /jobs/:jobId', { params: { jobId: job.id } })
    }
    if (now.state === 'failed') throw new Error(words.notRead(now.failure))
    if (now.state === 'cancelled') throw new Error(words.cancelled)
    return true
  } finally {
    close()
  }
}
