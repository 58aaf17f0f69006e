import { classMapOf } from './decode/semantic.ts'
import { tensorAt } from './decode/tensor-shape.ts'
import { decodeFactsOf, windowProbabilities } from './detect.ts'
import { modelInput } from './model-input.ts'
import type { Picture } from './picture.ts'
import { placementOf, type Window } from './placement.ts'
import type { Session } from './session.ts'

/** Class probabilities of points on an image. */
export interface PointProbabilities {
  /** Indices of the points within the input of the model, ascending. */
  seen: number[]
  /** Row-major, one row for each point in `seen`. */
  probabilities: Float32Array
}

/**
 * Computes all class probabilities of points on an image. A classifier predicts the window around each point. A semantic segmentation predicts
 * the point's cell in the class map. The minimum probability of the manifest does not apply.
 * @throws ModelRefused
 */
export async function pointProbabilities(session: Session, picture: Picture, places: readonly Window[]): Promise<PointProbabilities> {
  const classes = session.manifest.labels.length
  const rows = session.manifest.task === 'classify' ? await ofWindows(session, picture, places) : await ofCells(session, picture, places)
  const probabilities = new Float32Array(rows.length * classes)
  for (const [at, { shares }] of rows.entries()) probabilities.set(shares, at * classes)
  return { seen: rows.map(({ place }) => place), probabilities }
}

const edge = 1e-6

interface Row {
  place: number
  shares: Float32Array
}

async function ofWindows(session: Session, picture: Picture, places: readonly Window[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const [place, window] of places.entries()) rows.push({ place, shares: await windowProbabilities(session, picture, window) })
  return rows
}

/** Reads the cells of the points from one class map of the whole image. Points outside a centre crop are left out. */
async function ofCells({ manifest, run }: Session, picture: Picture, places: readonly Window[]): Promise<Row[]> {
  const facts = decodeFactsOf(manifest)
  const placement = placementOf(manifest.input, { x: 0, y: 0, width: picture.width, height: picture.height })
  const map = classMapOf(tensorAt(await run(await modelInput(picture, placement, manifest.input)), 0, facts), facts)
  return places.flatMap(({ x, y }, place): Row[] => {
    const [inX, inY] = [x * placement.scaleX + placement.dx, y * placement.scaleY + placement.dy]
    if (inX < 0 || inY < 0 || inX > facts.width || inY > facts.height) return []
    // a point on the right or lower edge of the image belongs to the last cell, not to the border
    const column = Math.floor((Math.min(inX, placement.dx + placement.width - edge, facts.width - edge) * map.wide) / facts.width)
    const row = Math.floor((Math.min(inY, placement.dy + placement.height - edge, facts.height - edge) * map.high) / facts.height)
    return [{ place, shares: map.probabilitiesAt(row * map.wide + column) }]
  })
}
