import { sigmoid } from './boxes.ts'
import type { DecodeFacts, DecodeObjects, Found, OutputTensor } from './found.ts'
import { softmaxOf } from './probabilities.ts'
import { type ClassOfCells, regionsOf, ringsOfCells } from './regions.ts'
import { refuseShape, tensorAt } from './tensor-shape.ts'

interface ClassMap {
  wide: number
  high: number
  classes: ClassOfCells
  /** Probability of that class. */
  probabilityAt(cell: number): number
}

/**
 * Decodes an output [1, classes, h, w] or [1, h, w] to the class of each cell. Cells whose probability is below `conf` have no class. With
 * several classes, an output without channels contains class indices. Each region becomes one outline, scored by the mean of its cells.
 */
export const semantic: DecodeObjects = (tensors, facts) => {
  const { output, width, height } = facts
  const map = mapOf(tensorAt(tensors, 0, facts), facts)
  const [perX, perY] = [width / map.wide, height / map.high]
  const classes = facts.ignored.size === 0 ? map.classes : map.classes.map(index => (facts.ignored.has(index) ? -1 : index))
  return regionsOf(map.wide, classes, output.minArea)
    .sort((one, other) => other.cells.length - one.cells.length)
    .slice(0, output.maxDetections)
    .flatMap(({ index, cells }): Found[] => {
      const rings = ringsOfCells(cells, map.wide)?.map(ring => ring.map(([x, y]): [number, number] => [x * perX, y * perY]))
      const [outer] = rings ?? []
      if (!rings || !outer) return []
      const [xs, ys] = [outer.map(([x]) => x), outer.map(([, y]) => y)]
      const score = cells.reduce((sum, cell) => sum + map.probabilityAt(cell), 0) / cells.length
      return [{ x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys), score, index, rings }]
    })
}

/**
 * Threshold for models with one class: the values are logits if any value is below it. Probabilities that a model has resized may lie slightly
 * outside 0–1, and a mask may have values up to 255.
 */
const leastProbability = -0.5

/** Size of a map, and its number of channels: 0 without that dimension. @throws ModelRefused */
function sizeOf({ dims }: OutputTensor, facts: DecodeFacts): { wide: number; high: number; channels: number } {
  const { classes } = facts
  const [high = 0, wide = 0] = dims.slice(-2)
  const channels = dims.length === 4 ? (dims[1] ?? 0) : dims.length === 3 ? 0 : -1
  if (dims[0] !== 1 || wide * high === 0 || channels < 0 || (channels !== 0 && channels !== classes))
    refuseShape(facts, dims, `[1, ${classes}, height, width] or [1, height, width]`)
  return { wide, high, channels }
}

/**
 * Reads the probabilities of all classes in each cell of an output for `semantic`. The probabilities of a cell add up to 1, or to less if the
 * cell may be of no class.
 * @throws ModelRefused for an output of the wrong shape
 */
export function classMapOf(
  tensor: OutputTensor,
  facts: DecodeFacts
): { wide: number; high: number; probabilitiesAt(cell: number): Float32Array } {
  const { data } = tensor
  const { classes } = facts
  const { wide, high, channels } = sizeOf(tensor, facts)
  const cells = wide * high
  const at = (cell: number, index = 0) => data[index * cells + cell] ?? 0
  const clipped = (value: number) => Math.min(1, Math.max(0, value))
  if (classes === 1) {
    const areLogits = hasBelow(data, leastProbability)
    return { wide, high, probabilitiesAt: cell => Float32Array.of(areLogits ? sigmoid(at(cell)) : clipped(at(cell))) }
  }
  if (channels === 0)
    return {
      wide,
      high,
      probabilitiesAt: cell => Float32Array.from({ length: classes }, (_, index) => (Math.round(at(cell)) === index ? 1 : 0))
    }
  const areLogits = isLogits(data)
  return {
    wide,
    high,
    probabilitiesAt(cell) {
      const row = Float32Array.from({ length: classes }, (_, index) => at(cell, index))
      return areLogits ? softmaxOf(row) : row.map(clipped)
    }
  }
}

function mapOf(tensor: OutputTensor, facts: DecodeFacts): ClassMap {
  const { data } = tensor
  const { classes, output } = facts
  const { wide, high, channels } = sizeOf(tensor, facts)
  const cells = wide * high
  const at = (cell: number) => data[cell] ?? 0
  if (classes === 1) {
    const areLogits = hasBelow(data, leastProbability)
    const found = new Int16Array(cells)
    const least = output.conf > 0 ? output.conf : Number.NEGATIVE_INFINITY // a value below 0 counts as 0
    if (areLogits) for (let cell = 0; cell < cells; cell++) found[cell] = sigmoid(data[cell]!) >= least ? 0 : -1
    else for (let cell = 0; cell < cells; cell++) found[cell] = data[cell]! >= least ? 0 : -1
    return { wide, high, classes: found, probabilityAt: cell => probabilityOf(at(cell), areLogits) }
  }
  if (channels === 0) {
    const classAt = (index: number) => (index >= 0 && index < classes ? Math.round(index) : -1)
    return { wide, high, classes: Int16Array.from(data, classAt), probabilityAt: () => 1 }
  }
  return { wide, high, ...highest(data, classes, cells, output.conf) }
}

const probabilityOf = (value: number, isLogit: boolean) => (isLogit ? sigmoid(value) : Math.min(1, Math.max(0, value)))

/** Whether the values are logits: at least one of them is outside 0–1. */
function isLogits(data: Float32Array): boolean {
  for (let at = 0; at < data.length; at++) if (data[at]! < -1e-3 || data[at]! > 1 + 1e-3) return true
  return false
}

/** Whether a value is below a threshold. The loop has an index, because an iterator over a million values takes twelve times as long. */
function hasBelow(data: Float32Array, least: number): boolean {
  for (let at = 0; at < data.length; at++) if (data[at]! < least) return true
  return false
}

/** Finds the most probable class of each cell, from probabilities or logits. */
function highest(data: Float32Array, classes: number, cells: number, least: number): Pick<ClassMap, 'classes' | 'probabilityAt'> {
  const logits = isLogits(data)
  const best = new Int16Array(cells)
  const probabilities = new Float32Array(cells)
  const row = new Float32Array(classes)
  for (let cell = 0; cell < cells; cell++) {
    for (let index = 0; index < classes; index++) row[index] = data[index * cells + cell] ?? 0
    const shares = logits ? softmaxOf(row) : row
    let top = 0
    for (let index = 1; index < classes; index++) if ((shares[index] ?? 0) > (shares[top] ?? 0)) top = index
    best[cell] = (shares[top] ?? 0) >= least ? top : -1
    probabilities[cell] = shares[top] ?? 0
  }
  return { classes: best, probabilityAt: cell => probabilities[cell] ?? 0 }
}
