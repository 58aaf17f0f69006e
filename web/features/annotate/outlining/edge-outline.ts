import type { Box, Polygon } from '../../../../shared/contracts/shapes.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { cropPixels } from './crop-pixels.ts'
import type { Guides } from './markers.ts'
import type { OutlineAnswer, OutlineQuestion } from './outline-worker.ts'
import { placedOutline } from './placed-outline.ts'

/** Longest side of a crop in pixels. */
const longest = 400
/** Room around the box, relative to its sides. */
const margin = 0.1

let worker: Worker | null = null
const waiting = new Map<number, { resolve: (polygon: Polygon | null) => void; reject: (error: Error) => void }>()
let lastId = 0

/**
 * Outlines the object in a box along the edges of its colours, in the browser. Box, core and clicks are in pixels of the image.
 * @returns null when no edge surrounds an object, or when the box is not on the image
 * @throws ApiError when the pixels cannot be fetched
 */
export async function edgeOutline(image: ImageCard, box: Box, { clicks, core }: Guides<Box>): Promise<Polygon | null> {
  const [roomX, roomY] = [box.width * margin, box.height * margin]
  const part = {
    left: Math.max(0, Math.floor(box.x - roomX)),
    top: Math.max(0, Math.floor(box.y - roomY)),
    right: Math.min(image.width, Math.ceil(box.x + box.width + roomX)),
    bottom: Math.min(image.height, Math.ceil(box.y + box.height + roomY))
  }
  const [partWidth, partHeight] = [part.right - part.left, part.bottom - part.top]
  if (partWidth < 2 || partHeight < 2) return null
  const scale = Math.min(1, longest / Math.max(partWidth, partHeight))
  const [width, height] = [Math.max(2, Math.round(partWidth * scale)), Math.max(2, Math.round(partHeight * scale))]
  const [perX, perY] = [width / partWidth, height / partHeight]
  const within = (place: number, from: number, per: number, length: number) => Math.min(length, Math.max(0, (place - from) * per))
  const onCrop = ({ x, y, width: boxWidth, height: boxHeight }: Box) => ({
    left: within(x, part.left, perX, width),
    top: within(y, part.top, perY, height),
    right: within(x + boxWidth, part.left, perX, width),
    bottom: within(y + boxHeight, part.top, perY, height)
  })
  const polygon = await ask({
    rgba: await cropPixels(image, part, width, height),
    width,
    height,
    box: onCrop(box),
    core: core && onCrop(core),
    clicks: clicks.map(({ x, y, isObject }) => ({ x: (x - part.left) * perX, y: (y - part.top) * perY, isObject }))
  })
  return polygon && placedOutline(polygon, ([x, y]) => [part.left + x / perX, part.top + y / perY])
}

function ask(question: Omit<OutlineQuestion, 'id'>): Promise<Polygon | null> {
  return new Promise((resolve, reject) => {
    const id = ++lastId
    waiting.set(id, { resolve, reject })
    worker ??= startWorker()
    worker.postMessage({ ...question, id } satisfies OutlineQuestion, [question.rgba.buffer as ArrayBuffer])
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./outline-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data: { id, polygon } }: MessageEvent<OutlineAnswer>) => {
    waiting.get(id)?.resolve(polygon)
    waiting.delete(id)
  })
  started.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The outlining worker ended'))
    waiting.clear()
    worker = null
  })
  return started
}
