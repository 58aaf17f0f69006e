import type { Shape } from '../../../../shared/contracts/shapes.ts'
import type { Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import type { Rectangle, Vertex } from '../../../../shared/geometry/outline.ts'
import { findObjects } from './decode/find-objects.ts'
import type { DecodeFacts, Found } from './decode/found.ts'
import { probabilities } from './decode/probabilities.ts'
import { ModelRefused } from './errors.ts'
import { modelInput } from './model-input.ts'
import type { Picture } from './picture.ts'
import { onImage, placementOf, type Window, windowAround } from './placement.ts'
import type { Session } from './session.ts'
import { mergeTiles, tilesOf } from './tiles.ts'

/** Label index and its probability. */
export interface Scored {
  index: number
  p: number
}

/** Shape detected on an image, with its predicted label. */
export interface Detected extends Scored {
  shape: Shape
}

/** Tolerance for probabilities outside 0–1, and for sums other than 1. */
const sumTolerance = 0.01
const mostAlternatives = 5
/** Minimum side of a box, in image pixels. */
const smallestPx = 1

export const decodeFactsOf = ({ output, labels, input: { size } }: Manifest): DecodeFacts => ({
  output,
  classes: labels.length,
  ignored: new Set(labels.filter(({ ignore }) => ignore).map(({ index }) => index)),
  width: size[0] ?? 1,
  height: size[1] ?? 1
})

/** Detects the objects on an image, in image pixels. */
export async function detect({ manifest, run }: Session, picture: Picture): Promise<Detected[]> {
  const facts = decodeFactsOf(manifest)
  const found: (Found & { tile: Rectangle })[] = []
  const tiles = tilesOf(manifest, picture.width, picture.height)
  for (const tile of tiles) {
    const placement = placementOf(manifest.input, tile)
    const outputs = await run(await modelInput(picture, placement, manifest.input))
    for (const each of findObjects(outputs, facts)) {
      const place = (vertex: Vertex) => onImage(placement, vertex)
      const [[x1, y1], [x2, y2]] = [place([each.x1, each.y1]), place([each.x2, each.y2])]
      if (x2 - x1 < smallestPx || y2 - y1 < smallestPx) continue
      found.push({ ...each, x1, y1, x2, y2, tile, ...(each.rings && { rings: each.rings.map(ring => ring.map(place)) }) })
    }
  }
  const merged = tiles.length > 1 ? mergeTiles(found, picture, manifest.output.classAgnosticNms) : found
  return merged.slice(0, manifest.output.maxDetections).map(each => ({ shape: shapeOf(each), index: each.index, p: inUnit(each.score) }))
}

/**
 * Classifies windows of an image, with up to five labels each, best first.
 * @param places centre and side length of each window, in image pixels
 */
export async function classify(session: Session, picture: Picture, places: readonly Window[]): Promise<Scored[][]> {
  const all: Scored[][] = []
  for (const place of places) {
    const shares = await windowProbabilities(session, picture, place)
    const best = Array.from(shares, (p, index) => ({ index, p })).sort((one, other) => other.p - one.p)
    all.push(best.slice(0, mostAlternatives))
  }
  return all
}

/** Computes the probability of each label of a window of an image. @throws ModelRefused for values that are not probabilities */
export async function windowProbabilities({ manifest, run }: Session, picture: Picture, place: Window): Promise<Float32Array> {
  const placement = placementOf(manifest.input, windowAround(place, picture))
  const shares = probabilities(await run(await modelInput(picture, placement, manifest.input)), decodeFactsOf(manifest))
  requireProbabilities(shares, manifest)
  return shares.map(inUnit)
}

/** Requires valid probabilities. @throws ModelRefused for values outside 0–1, and for softmax values that do not sum to 1 */
function requireProbabilities(shares: Float32Array, { output: { decode } }: Manifest) {
  const sum = shares.reduce((one, other) => one + other, 0)
  const outside = shares.find(share => share < -sumTolerance || share > 1 + sumTolerance)
  if (outside !== undefined)
    throw new ModelRefused(`A label has the probability ${outside.toFixed(2)}, outside 0 to 1. Choose another decode, such as logits`)
  if (decode === 'softmax' && Math.abs(sum - 1) > sumTolerance)
    throw new ModelRefused(`The label probabilities sum to ${sum.toFixed(2)} instead of 1. Choose another decode, such as logits`)
}

function shapeOf({ x1, y1, x2, y2, rings }: Found): Shape {
  const round = (value: number) => Math.round(value * 100) / 100
  if (!rings) return { kind: 'box', x: round(x1), y: round(y1), width: round(x2 - x1), height: round(y2 - y1) }
  const [points = [], ...holes] = rings.map(ring => ring.map(([x, y]): Vertex => [round(x), round(y)]))
  return { kind: 'polygon', points, ...(holes.length > 0 && { holes }) }
}

const inUnit = (value: number) => Math.min(1, Math.max(0, value))
