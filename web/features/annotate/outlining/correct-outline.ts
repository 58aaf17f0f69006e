import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Box, Polygon } from '../../../../shared/contracts/shapes.ts'
import { enclosingBox, isInRing } from '../../../../shared/geometry/outline.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { Edit } from '../document/edits.ts'
import type { Click } from './markers.ts'
import { outlineBox } from './outline-box.ts'
import { outlinedBoxes } from './outlined-boxes.ts'
import { texts } from './texts.ts'

const { correction: words } = texts

/** Room around a polygon without a box, relative to its sides. */
const margin = 0.1
/** Room around a click outside the box, relative to the longer side of the box. */
const reach = 0.25

interface Step {
  click: Click
  after: Polygon
}

interface Correction {
  /** Polygon before the first click. */
  first: Polygon
  /** Box around the object before the first click. */
  box: Box
  steps: readonly Step[]
}

export interface Correcting {
  image: ImageCard
  id: string
  click: Click
  annotationOf: (id: string) => Annotation | undefined
  /** Makes edits as one undo step. */
  edit: (name: string, edits: Edit[], of: ImageCard) => void
}

/** Corrections in this visit, by the id of the annotation. A later correction adds its clicks to them. */
const corrections = new Map<string, Correction>()

let last = Promise.resolve()

/** Lists the clicks that led to a shape. There are none after an edit of another kind. */
export const clicksOf = (id: string, shape: Polygon): readonly Click[] => correctionOf(id, shape).steps.map(({ click }) => click)

/** Revises a polygon after a click, once those before it are done. */
export function correctOutline(correcting: Correcting): Promise<void> {
  last = last.then(() => correctNow(correcting))
  return last
}

async function correctNow({ image, id, click, annotationOf, edit }: Correcting): Promise<void> {
  const before = polygonOf(annotationOf(id))
  if (!before) return
  const { first, box, steps } = correctionOf(id, before)
  const clicks = [...steps.map(step => step.click), click]
  const core = isInside(box.x + box.width / 2, box.y + box.height / 2, first) ? box : null
  if (!core && !clicks.some(({ isObject }) => isObject)) return void showToast({ title: words.addFirst })
  try {
    const { pair, outline: after } = await outlineBox(image, withClicks(box, clicks), { clicks, core })
    const now = polygonOf(annotationOf(id))
    if (!after) showToast({ title: words.unclear(pair) })
    else if (click.isObject && !holdsAll(after, before, core, clicks)) showToast({ title: words.apart })
    else if (!now || !isSame(now, before)) showToast({ title: words.changed })
    else if (isSame(after, before)) showToast({ title: words.same })
    else {
      corrections.set(id, { first, box, steps: [...steps, { click, after }] })
      edit(words.edit(click.isObject), [{ kind: 'revise', annotationId: id, shape: after }], image)
    }
  } catch (error) {
    showToast({ title: words.failed, description: sentenceOf(error, texts.failedAbout), tone: 'danger' })
  }
}

/** Returns whether an outline holds the last click, and all marks of the object that the outline before it held. */
function holdsAll(after: Polygon, before: Polygon, core: Box | null, clicks: readonly Click[]): boolean {
  const marks = [...(core ? [{ x: core.x + core.width / 2, y: core.y + core.height / 2, isObject: true }] : []), ...clicks]
  return marks.every(
    (mark, place) => !mark.isObject || isInside(mark.x, mark.y, after) || (place < marks.length - 1 && !isInside(mark.x, mark.y, before))
  )
}

/** Returns the correction that led to a shape, without the clicks that were undone, or a new one. */
function correctionOf(id: string, shape: Polygon): Correction {
  const kept = corrections.get(id)
  const count = kept ? kept.steps.findLastIndex(({ after }) => isSame(after, shape)) + 1 : 0
  if (kept && (count > 0 || isSame(kept.first, shape))) return { ...kept, steps: kept.steps.slice(0, count) }
  return { first: shape, box: boxOf(id, shape), steps: [] }
}

/** Returns the box that the polygon is the outline of, or one around the polygon. */
function boxOf(id: string, polygon: Polygon): Box {
  const { x, y, width, height } = enclosingBox(polygon)
  const outlined = outlinedBoxes.get(id)
  const holds = ({ x: left, y: top, width: wide, height: high }: Box) =>
    left <= x && top <= y && left + wide >= x + width && top + high >= y + height
  if (outlined && holds(outlined)) return outlined
  const [roomX, roomY] = [width * margin, height * margin]
  return { kind: 'box', x: x - roomX, y: y - roomY, width: width + 2 * roomX, height: height + 2 * roomY }
}

/** Extends a box to the parts to add that are outside it. */
function withClicks(box: Box, clicks: readonly Click[]): Box {
  const room = reach * Math.max(box.width, box.height)
  let [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height]
  for (const { x, y, isObject } of clicks) {
    if (!isObject || (x >= left && x <= right && y >= top && y <= bottom)) continue
    left = Math.min(left, x - room)
    top = Math.min(top, y - room)
    right = Math.max(right, x + room)
    bottom = Math.max(bottom, y + room)
  }
  return { kind: 'box', x: left, y: top, width: right - left, height: bottom - top }
}

function polygonOf(annotation: Annotation | undefined): Polygon | null {
  const shape = annotation?.removed === false ? annotation.shape : null
  return shape?.kind === 'polygon' ? shape : null
}

const isInside = (x: number, y: number, { points, holes = [] }: Polygon) =>
  isInRing(x, y, points) && !holes.some(hole => isInRing(x, y, hole))

const isSame = (one: Polygon, other: Polygon) =>
  one === other || JSON.stringify([one.points, one.holes]) === JSON.stringify([other.points, other.holes])
