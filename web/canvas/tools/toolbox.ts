import type { Line, Point, Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { type MediaPoint, type Rectangle, type ScreenPoint, type Size, toScreen } from '../../imagery/viewport.ts'
import { type Edit, movedInside, resizedBy, settledEdits } from '../shapes/edits.ts'
import type { Handle } from '../shapes/handle.ts'
import { kindOf } from '../shapes/kinds.ts'
import type { BrushTool } from './brush.ts'
import { arrowWays, comesUpAt, middleOf, moveCrosshair } from './crosshair.ts'
import { drawingTool } from './drawing.ts'
import type { SelectContext } from './select-gestures.ts'
import { SelectTool } from './select-tool.ts'
import { type Snap, snapped } from './snapping.ts'
import type { Surface } from './surface.ts'
import type { DrawingContext, DrawingTool, ToolEvent, ToolEventType } from './tool-event.ts'
import type { DrawingToolName, ToolName } from './tool-names.ts'

export interface ToolboxOptions {
  surface: Surface
  /** Size of the upright picture in pixels. */
  picture: Size
  /** Called with a new shape inside the picture. Any shape except a point has an area or a length. */
  onDone: (shape: Shape) => void
  /** Called with the edited shape, once at the end of a gesture. */
  onEdit: (id: string, shape: Shape) => void
  /** Called with shapes that were moved together, as one undo step. By default, `onEdit` is called for each. */
  onEdits?: (edits: Edit[]) => void
  /**
   * Called with the parts of a painted mask, as one undo step. The first part replaces the edited shape, if there is one. By default, `onEdit` and
   * `onDone` are called.
   */
  onParts?: (parts: readonly Shape[], editedId: string | null) => void
  onSelect: (ids: string[]) => void
  /** Called with a message to show, such as the reason why no shape was created. */
  onMessage: (sentence: string) => void
  /** Called with a line whose true length is to be entered. */
  onScaleLine?: (line: Line) => void
  /** Called with a laser point. */
  onScaleMark?: (point: Point) => void
  /** True when clicks add to the selection and drags select a rectangle, as with Shift. It is for people without a keyboard. */
  selectsSeveral?: () => boolean
  /** True when a shape may be edited. A locked shape can only be selected. A viewer can only select shapes. By default, all may be edited. */
  mayEdit?: (id: string) => boolean
}

export interface ToolboxState {
  tool: ToolName
  selected: readonly string[]
  /** True while something is drawn or edited. The toolbox then handles Escape, Enter and Backspace. */
  isBusy: boolean
  draft: Shape | null
  /** Further parts of the draft. */
  others: readonly Shape[]
  /** Vertices of the draft that are already set. */
  placed: readonly Vertex[]
  /** Edited shapes during a gesture. */
  preview: readonly Edit[]
  /** Hint about the next step. */
  hint: string | null
  lasso: Rectangle | null
  snap: Snap | null
  /** The handle under the pointer, or the one in use. */
  handle: Handle | null
  /** Crosshair of the arrow keys; null while a pointer is in use. */
  crosshair: MediaPoint | null
  /** CSS cursor for the canvas. */
  cursor: string
}

/** Tools whose vertices snap to vertices and straight edges of neighbouring shapes. */
const snapping: readonly ToolName[] = ['polygon', 'line', 'hole']
const openEnded: readonly ToolName[] = ['line', 'polygon', 'hole', 'ruler', 'brush', 'eraser']
const snapPx = 8
/** Step of an arrow key with Shift, in CSS pixels. Without Shift, the step is one pixel. */
const farStep = 10

const keyReachPx = 10

const atRest = {
  isBusy: false,
  draft: null,
  others: [],
  placed: [],
  preview: [],
  hint: null,
  lasso: null,
  snap: null,
  handle: null
} satisfies Partial<ToolboxState>

/** Current tool of a canvas and its state. `state` is a new object after every change. */
export class Toolbox {
  /** Called with a click that corrects an outline. `alt` is true while Alt is held. */
  onOutlineMark: ((point: Point, alt: boolean) => void) | null = null
  readonly #options: ToolboxOptions
  readonly #listeners = new Set<() => void>()
  #select = new SelectTool()
  #picture: Size
  #drawing: DrawingTool | null = null
  #brush: BrushTool | null = null
  #state: ToolboxState = {
    ...atRest,
    tool: 'select',
    selected: [],
    crosshair: null,
    cursor: 'grab'
  }
  /** Edits by arrow keys, from the first press to the release. */
  #nudged: Edit[] | null = null
  /** Last position of the crosshair, where it reappears. */
  #crosshairAt: MediaPoint | null = null
  /** Point of the last click with Enter. A second Enter there finishes the shape. */
  #enteredAt: MediaPoint | null = null

  constructor(options: ToolboxOptions) {
    this.#options = options
    this.#picture = options.picture
  }

  get state(): ToolboxState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Handles of the selected shape in its state during the gesture. There are none while drawing or with several shapes selected. */
  handles(): Handle[] {
    const { tool, selected, preview } = this.#state
    const [only] = tool === 'select' && selected.length === 1 ? this.#editable(selected) : []
    if (!only) return []
    const shape = preview[0]?.shape ?? only.shape
    return kindOf(shape).handles(shape, { picture: this.#picture, pixel: 1 / this.#options.surface.viewport.scale })
  }

  /** Selects a tool. An unfinished shape with enough vertices is kept, and one with fewer is dropped. */
  take(tool: ToolName): void {
    if (this.#brush && isBrush(tool)) this.#swapBrush(this.#brush, tool)
    else this.#change(tool)
  }

  /** Ends the current drawing, as a change of tool does. The tool stays selected. For a screen that is about to show something else. */
  finish(): void {
    this.#change(this.#state.tool)
  }

  /**
   * Removes the newest corner or stroke of an unfinished shape. A pending edit by arrow keys is ended, and is then the newest undo step.
   * An unfinished gesture of the select tool is dropped.
   * @returns whether a corner or stroke was removed
   */
  takeBack(): boolean {
    this.settle()
    const { isBusy, tool } = this.#state
    if (!isBusy) return false
    if (tool !== 'select') return this.backspace()
    this.finish()
    return false
  }

  #change(tool: ToolName): void {
    this.settle()
    if (this.#drawing && this.#state.isBusy) this.#draw(this.#drawing, this.#eventAt('leave', this.#keyPlace))
    this.#begin(tool)
  }

  /** Swaps brush and eraser, which share one mask. */
  #swapBrush(brush: BrushTool, tool: DrawingToolName): void {
    brush.erases(tool === 'eraser')
    this.#notify({ tool })
  }

  /** Loads the brush, and replays the gestures made in the meantime. */
  async #fetchBrush(waiting: WaitingTool): Promise<void> {
    try {
      const { brushTool } = await import('./brush.ts')
      const { tool } = this.#state
      if (!isBrush(tool) || this.#drawing !== waiting) return
      this.#brush = brushTool()
      this.#brush.erases(tool === 'eraser')
      this.#drawing = this.#brush
      for (const event of waiting.events) this.#draw(this.#brush, event)
    } catch {
      if (this.#drawing !== waiting) return
      this.#begin('select')
      this.#options.onMessage('The brush could not be loaded. Select it again when the server is available.')
    }
  }

  /** Starts a tool and drops the unfinished shape. */
  #begin(tool: ToolName): void {
    this.settle()
    this.#select = new SelectTool()
    this.#brush = null
    const waiting = isBrush(tool) ? waitingTool() : null
    this.#drawing = waiting ?? (tool === 'select' || isBrush(tool) ? null : drawingTool(tool))
    if (waiting) void this.#fetchBrush(waiting)
    this.#enteredAt = null
    this.#notify({ ...atRest, tool, cursor: tool === 'select' ? 'grab' : 'crosshair' })
  }

  /**
   * Shows another picture. The unfinished shape is ended first. Call this method while the surface still has the shapes of the previous
   * picture. The tool stays. The screen sets the selection.
   */
  show(picture: Size): void {
    this.finish()
    this.#picture = picture
    this.#crosshairAt = null
    this.#notify({ crosshair: null })
  }

  /** Sets a selection made elsewhere, such as in a list. `onSelect` is not called. */
  setSelection(ids: readonly string[]): void {
    const { selected } = this.#state
    if (ids.length === selected.length && ids.every((id, index) => id === selected[index])) return
    this.settle()
    this.#notify({ selected: [...ids], handle: null })
  }

  /** Passes an event to the tool. @returns whether the tool used it; a used key is not passed on */
  handle(event: ToolEvent): boolean {
    if (event.type === 'escape' && this.#nudged) return this.#dropNudge()
    if (event.type === 'escape' && !this.#state.isBusy) return this.#stepOut(event)
    if (event.type === 'move' && this.#nudged) return false
    this.settle()
    const isPointer = event.type === 'down' || event.type === 'move' || event.type === 'up'
    const wasBusy = this.#state.isBusy
    if (isPointer && this.#state.crosshair) this.#notify({ crosshair: null })
    this.#pass(event)
    return isPointer || wasBusy
  }

  /** True when arrow keys move the crosshair or the selection. Otherwise a screen may use them. */
  get ownsArrows(): boolean {
    const { tool, selected, crosshair } = this.#state
    return crosshair !== null || (tool === 'select' && this.#editable(selected).length > 0)
  }

  /** Handles a key: an arrow if {@link ownsArrows}, Enter, Escape or Backspace. @returns false when the key was not used */
  key({ key, shiftKey, altKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>): boolean {
    const way = arrowWays[key]
    if (way && this.ownsArrows) {
      const step = shiftKey ? farStep : 1
      this.arrow(way.x * step, way.y * step, altKey)
      return true
    }
    if (key === 'Enter') return this.enter(shiftKey, altKey)
    if (key === 'Escape') return this.escape()
    return key === 'Backspace' && this.backspace()
  }

  /** Shows the crosshair for keyboard use, at its last position or at the centre of the view. */
  showCrosshair(): void {
    this.#notify({ crosshair: comesUpAt(this.#options.surface, this.#crosshairAt) })
  }

  hideCrosshair(): void {
    this.#notify({ crosshair: null })
  }

  /**
   * Handles an arrow key. With the select tool, the key moves a selection that may be edited. With `alt`, the key resizes that selection:
   * right makes the shapes wider, down makes them taller. In all other cases, the key moves the crosshair.
   * @param dx in CSS pixels
   */
  arrow(dx: number, dy: number, alt: boolean): void {
    const { tool, selected } = this.#state
    if (tool === 'select' && this.#editable(selected).length > 0) this.#moveByKey(dx, dy, alt)
    else this.#moveCrosshair(dx, dy)
  }

  /** Handles Enter as a click at the crosshair. A second Enter at the same point, or Enter without a crosshair, finishes the shape. */
  enter(shift: boolean, alt: boolean): boolean {
    const { crosshair, tool, isBusy } = this.#state
    const keys = { shift, alt }
    if (!crosshair || (crosshair === this.#enteredAt && openEnded.includes(tool))) {
      this.#enteredAt = null
      if (!isBusy) return false
      this.#pass(this.#eventAt('enter', this.#keyPlace, keys))
      return true
    }
    this.settle()
    this.#enteredAt = crosshair
    this.#pass(this.#eventAt('down', crosshair, keys))
    this.#pass(this.#eventAt('up', crosshair, keys))
    return true
  }

  /** Adds the smallest shape at the crosshair to the selection, or removes that shape. Without a crosshair, the given point is used. */
  toggleSelection(at: MediaPoint | null): void {
    const { surface, onSelect } = this.#options
    const place = this.#state.crosshair ?? at
    const [id] = place && !this.#state.isBusy ? surface.pick(toScreen(surface.viewport, surface.view, place), keyReachPx) : []
    if (id === undefined) return
    const { selected } = this.#state
    const next = selected.includes(id) ? selected.filter(other => other !== id) : [...selected, id]
    this.#notify({ selected: next, handle: null })
    onSelect(next)
  }

  backspace(): boolean {
    if (!this.#state.isBusy) return false
    this.#pass(this.#eventAt('backspace', this.#keyPlace))
    return true
  }

  escape(): boolean {
    return this.handle(this.#eventAt('escape', this.#keyPlace))
  }

  /** Ends an edit by arrow keys, when the key is released or another action begins. */
  settle(): void {
    const nudged = this.#nudged
    if (!nudged) return
    this.#dropNudge()
    const { edits, message } = settledEdits(nudged)
    this.#report(edits)
    if (message !== undefined) this.#options.onMessage(message)
  }

  #dropNudge(): true {
    this.#nudged = null
    this.#notify({ preview: [], isBusy: false })
    return true
  }

  /** Goes one level back: from a drawing tool to the select tool, then to no selection, then to no crosshair. */
  #stepOut(event: ToolEvent): boolean {
    if (this.#state.tool !== 'select') {
      this.take('select')
      return true
    }
    if (this.#state.selected.length === 0) {
      if (!this.#state.crosshair) return false
      this.hideCrosshair()
      return true
    }
    this.#pass(event)
    return true
  }

  #pass(event: ToolEvent): void {
    if (this.#drawing) this.#draw(this.#drawing, event)
    else this.#pick(event)
  }

  #draw(tool: DrawingTool, event: ToolEvent): void {
    const { tool: name, selected } = this.#state
    const snap = snapping.includes(name) ? this.#snapAt(event.at, null) : null
    const {
      draft,
      others = [],
      placed,
      done,
      alsoDone = [],
      editedId = null,
      message,
      hint = null
    } = tool.handle({ ...event, ...(snap && { at: mediaPoint(snap) }) }, this.#drawingContext())
    const isEdit = editedId !== null && draft !== null
    this.#notify({
      ...{ others, placed, snap, hint, draft: isEdit ? null : draft },
      preview: isEdit ? [{ id: editedId, shape: draft }] : [],
      isBusy: draft !== null || placed.length > 0 || (editedId !== null && !done)
    })
    if (message) this.#options.onMessage(message)
    if (!done) return
    const [id] = selected
    if (name === 'hole' && id !== undefined) this.#options.onEdit(id, done)
    else if (name === 'scaleLine') {
      if (done.kind === 'line') this.#options.onScaleLine?.(done)
    } else if (name === 'scaleMark') {
      if (done.kind === 'point') this.#options.onScaleMark?.(done)
    } else if (name === 'outlineMark') {
      this.#drawing = drawingTool(name) // the next click may be at the same place
      if (done.kind === 'point') this.onOutlineMark?.(done, event.alt)
    } else this.#finish([done, ...alsoDone], editedId)
  }

  /** Reports finished shapes. */
  #finish(shapes: readonly Shape[], editedId: string | null): void {
    const { onDone, onEdit, onParts } = this.#options
    if (onParts && (editedId !== null || shapes.length > 1)) onParts(shapes, editedId)
    else
      for (const [index, shape] of shapes.entries()) {
        if (editedId !== null && index === 0) onEdit(editedId, shape)
        else onDone(shape)
      }
  }

  #drawingContext(): DrawingContext {
    const { selected } = this.#state
    const { surface } = this.#options
    const [only] = selected.length === 1 ? this.#editable(selected) : []
    return {
      picture: this.#picture,
      scale: surface.viewport.scale,
      shapeOf: id => surface.shapeOf(id),
      selectedPolygon: only?.shape.kind === 'polygon' ? only.shape : null,
      selectedId: only?.id ?? null
    }
  }

  #pick(event: ToolEvent): void {
    const { surface, onSelect, onMessage } = this.#options
    let snap: Snap | null = null
    const context: SelectContext = {
      picture: this.#picture,
      scale: surface.viewport.scale,
      selected: this.#state.selected,
      shapeOf: id => surface.shapeOf(id),
      pick: (at, reachPx) => surface.pick(at, reachPx),
      within: rectangle => surface.within(rectangle),
      mayEdit: id => this.#mayEdit(id),
      snap: (at, editedId) => {
        snap = this.#snapAt(at, editedId)
        return snap ?? at
      }
    }
    const shift = event.shift || (this.#options.selectsSeveral?.() ?? false)
    const { select, edits, message, pan, ...shown } = this.#select.handle({ ...event, shift }, context)
    this.#notify({ ...shown, snap, isBusy: this.#select.isBusy, ...(select && { selected: select }) })
    if (pan) surface.pan(pan.dx, pan.dy)
    if (select) onSelect(select)
    this.#report(edits ?? [])
    if (message) onMessage(message)
  }

  #moveByKey(dx: number, dy: number, alt: boolean): void {
    const pixel = 1 / this.#options.surface.viewport.scale
    this.#nudged ??= this.#editable(this.#state.selected)
    const before = this.#nudged.map(({ shape }) => shape)
    const shapes = alt
      ? before.map(shape => resizedBy(shape, dx * pixel, dy * pixel, this.#picture))
      : movedInside(before, dx * pixel, dy * pixel, this.#picture)
    this.#nudged = this.#nudged.map(({ id, shape }, index) => ({ id, shape: shapes[index] ?? shape }))
    this.#notify({ preview: this.#nudged, isBusy: true })
  }

  #moveCrosshair(dx: number, dy: number): void {
    const { surface } = this.#options
    const crosshair = moveCrosshair(surface, this.#keyPlace, { x: dx, y: dy }, this.#picture)
    this.#crosshairAt = crosshair
    this.#notify({ crosshair })
    this.#pass(this.#eventAt('move', crosshair))
  }

  #report(edits: Edit[]): void {
    const { onEdit, onEdits, surface } = this.#options
    const there = edits.filter(({ id }) => surface.shapeOf(id))
    if (onEdits && there.length > 1) onEdits(there)
    else for (const { id, shape } of there) onEdit(id, shape)
  }

  #snapAt(at: MediaPoint | { x: number; y: number }, exceptId: string | null): Snap | null {
    const { surface } = this.#options
    const near = surface.pick(toScreen(surface.viewport, surface.view, mediaPoint(at)), snapPx)
    const shapes = near.flatMap(id => {
      const shape = id === exceptId ? null : surface.shapeOf(id)
      return shape ? [shape] : []
    })
    return snapped(at, shapes, snapPx / surface.viewport.scale)
  }

  #editable(ids: readonly string[]): Edit[] {
    return ids.flatMap(id => {
      const shape = this.#mayEdit(id) ? this.#options.surface.shapeOf(id) : null
      return shape ? [{ id, shape }] : []
    })
  }

  #mayEdit(id: string): boolean {
    return this.#options.mayEdit?.(id) ?? true
  }

  /** Point at which keys act: the crosshair, or without one the centre of the view. */
  get #keyPlace(): MediaPoint {
    return this.#state.crosshair ?? middleOf(this.#options.surface)
  }

  #eventAt(type: ToolEventType, at: MediaPoint, keys = { shift: false, alt: false }): ToolEvent {
    const { surface } = this.#options
    const screen: ScreenPoint = toScreen(surface.viewport, surface.view, at)
    return { type, at, screen, ...keys, reachPx: keyReachPx }
  }

  #notify(change: Partial<ToolboxState>): void {
    const next = { ...this.#state, ...change }
    const names = Object.keys(change) as (keyof ToolboxState)[]
    if (names.every(name => isAlike(next[name], this.#state[name]))) return
    this.#state = next
    this.#options.surface.requestPaint()
    for (const listener of this.#listeners) listener()
  }
}

interface WaitingTool extends DrawingTool {
  events: readonly ToolEvent[]
}

/** Placeholder for a tool that is being loaded. It records the events, to be replayed. */
function waitingTool(): WaitingTool {
  const events: ToolEvent[] = []
  return {
    events,
    handle: event => {
      events.push(event)
      return { draft: null, placed: [], done: null }
    }
  }
}

const isBrush = (tool: ToolName): tool is 'brush' | 'eraser' => tool === 'brush' || tool === 'eraser'

const isAlike = (a: unknown, b: unknown) => a === b || (Array.isArray(a) && Array.isArray(b) && a.length === 0 && b.length === 0)
const mediaPoint = ({ x, y }: { x: number; y: number }) => ({ x, y }) as MediaPoint
