import type { Polygon, Shape } from '../../../shared/contracts/shapes.ts'
import { isInRing, type Vertex } from '../../../shared/geometry/outline.ts'
import { inPicture } from '../shapes/bounds.ts'
import { isDegenerate, rounded } from '../shapes/edits.ts'
import { kindOf } from '../shapes/kinds.ts'
import { Mask } from './mask.ts'
import type { DrawingContext, DrawingStep, DrawingTool, ToolEvent } from './tool-event.ts'

/** Radius of the brush in CSS pixels, so that a higher zoom makes it finer. */
export const brushRadiusPx = 14

export interface BrushTool extends DrawingTool {
  /** Sets whether the following strokes erase. */
  erases: (isErasing: boolean) => void
}

/**
 * Brush and eraser that paint a mask with strokes.
 * A stroke that begins on the selected polygon adds to it, and the eraser cuts from it.
 * Enter, or a change of tool or picture, turns each connected part of the mask into a polygon.
 * The largest part replaces the edited polygon, unless that polygon was changed or removed in the meantime.
 * Backspace takes back the newest stroke.
 */
// Long: a state machine whose steps share the mask.
export function brushTool(): BrushTool {
  let mask = new Mask()
  let parts: Polygon[] = []
  let isErasing = false
  let last: Vertex | null = null
  /** The edited polygon at the first stroke. `before` contains its outlines in the mask. */
  let edited: { id: string; polygon: Polygon; before: string } | null = null

  function begin(): void {
    mask = new Mask()
    parts = []
    last = null
    edited = null
  }

  /** Starts the mask with the selected polygon if the first stroke applies to it. */
  function startAt(event: ToolEvent, context: DrawingContext): void {
    const { selectedPolygon, selectedId, picture, scale } = context
    if (!selectedPolygon || selectedId === null) return
    if (!isErasing && !isOn(selectedPolygon, inPicture(event.at, picture), brushRadiusPx / scale)) return
    mask = new Mask(selectedPolygon, picture)
    edited = { id: selectedId, polygon: selectedPolygon, before: JSON.stringify(mask.polygons()) }
  }

  function hint(): string {
    if (parts.length > 1) return `${parts.length} parts become ${parts.length} annotations · Enter saves · Esc cancels`
    if (edited && parts.length === 0) return 'Nothing is left of the polygon · Esc cancels'
    return edited ? 'Changes the selected polygon · Enter saves · Esc cancels' : 'Enter saves · Esc cancels'
  }

  function drafted(): DrawingStep {
    const [largest = null, ...others] = parts
    return { draft: largest, others, placed: [], done: null, editedId: edited?.id ?? null, ...((largest || edited) && { hint: hint() }) }
  }

  function paint(event: ToolEvent, { picture, scale }: DrawingContext): void {
    const at = inPicture(event.at, picture)
    mask.paint(last ?? at, at, brushRadiusPx / scale, !isErasing, picture)
    last = at
    parts = mask.polygons()
  }

  function finished({ shapeOf }: DrawingContext): DrawingStep {
    const shapes = parts.map(rounded).filter(shape => !isDegenerate(shape))
    const isUnchanged = edited?.before === JSON.stringify(parts)
    const editedId = edited?.id ?? null
    const message = edited && overtaken(edited.polygon, shapeOf(edited.id))
    begin()
    const none: DrawingStep = { draft: null, placed: [], done: null }
    if (isUnchanged) return none
    const [first, ...others] = shapes
    if (!first)
      return editedId === null
        ? none
        : { ...none, message: 'Nothing would be left of the polygon, so it was kept. Press Delete to remove it.' }
    return { ...none, done: first, alsoDone: others, ...(message ? { message, editedId: null } : { editedId }) }
  }

  return {
    erases(next) {
      isErasing = next
      last = null
    },
    handle(event, context) {
      switch (event.type) {
        case 'down':
          if (mask.isEmpty && !edited) startAt(event, context)
          if (isErasing && mask.isEmpty) return { ...drafted(), message: 'Select a polygon to cut from it, or paint with the brush first.' }
          last = null
          mask.beginStroke()
          paint(event, context)
          return drafted()
        case 'move':
          if (last) paint(event, context)
          return drafted()
        case 'up':
        case 'cancel':
          last = null
          if (mask.isEmpty && !edited) begin()
          return drafted()
        case 'enter':
        case 'leave':
          return finished(context)
        case 'escape':
          begin()
          return drafted()
        case 'backspace':
          last = null
          mask.takeBack()
          if (mask.hasStrokes) parts = mask.polygons()
          else begin()
          return drafted()
        case 'doubleClick':
          return drafted()
      }
    }
  }
}

/** Message about a polygon that was changed or removed since the first stroke; null when it is unchanged. */
function overtaken(before: Polygon, now: Shape | null | undefined): string | null {
  if (!now) return 'The polygon was removed in the meantime, so the painted outline is a new annotation.'
  if (JSON.stringify(rounded(now)) === JSON.stringify(rounded(before))) return null
  return 'The polygon was changed in the meantime, so the painted outline is a new annotation. The changed polygon was kept.'
}

/** True when a brush at a point touches a polygon or paints in one of its holes. */
function isOn(polygon: Polygon, [x, y]: Vertex, radius: number): boolean {
  return isInRing(x, y, polygon.points) || kindOf(polygon).distance(polygon, x, y) <= radius
}
