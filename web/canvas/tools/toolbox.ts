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
  /** Pixels of the picture, upright. */
  picture: Size
  /** A new shape in the picture, with an area or a length. */
  onDone: (shape: Shape) => void
  /** Once, at the end of a gesture. */
  onEdit: (id: string, shape: Shape) => void
  /** Several shapes that were moved together, to be undone together; `onEdit` for each of them when it is left out. */
  onEdits?: (edits: Edit[]) => void
  onSelect: (ids: string[]) => void
  /** A sentence for the person: why nothing came about. */
  onMessage: (sentence: string) => void
  /** A line whose true length the person is to say. */
  onScaleLine?: (line: Line) => void
  /** A laser point. */
  onScaleMark?: (point: Point) => void
  /** Whether a click adds to what is selected and a drag selects in a rectangle, as with Shift: for hands without a keyboard. */
  selectsSeveral?: () => boolean
  /** Locked shapes, and all shapes of someone who only views, may be selected, not edited. All may when it is left out. */
  mayEdit?: (id: string) => boolean
}

export interface ToolboxState {
  tool: ToolName
  /** The tool that was last drawn with, for the key that takes it again. */
  lastDrawingTool: DrawingToolName | null
  selected: readonly string[]
  /** Something is being drawn or edited: Escape, Enter and Backspace belong to it. */
  isBusy: boolean
  draft: Shape | null
  /** Further parts of the draft. */
  others: readonly Shape[]
  /** Vertices of the draft that are set. */
  placed: readonly Vertex[]
  /** How edited shapes look while a gesture goes on. */
  preview: readonly Edit[]
  /** The next thing to do, as a sentence. */
  hint: string | null
  lasso: Rectangle | null
  snap: Snap | null
  /** The handle under the pointer, or the one in use. */
  handle: Handle | null
  /** Moved by arrow keys; null while a pointer is in charge. */
  crosshair: MediaPoint | null
  /** CSS cursor for the canvas. */
  cursor: string
}

/** Tools whose vertices are taken to those of neighbours. */
const snapping: readonly ToolName[] = ['polygon', 'line', 'hole']
const openEnded: readonly ToolName[] = ['line', 'polygon', 'hole', 'ruler', 'brush', 'eraser']
const snapPx = 8
/** Arrow keys go by one CSS pixel, with Shift by ten. */
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

/** The tool in hand and what is being done with it. One for each canvas; `state` is a new object with every change. */
export class Toolbox {
  readonly #options: ToolboxOptions
  readonly #listeners = new Set<() => void>()
  #select = new SelectTool()
  #picture: Size
  #drawing: DrawingTool | null = null
  #brush: BrushTool | null = null
  #state: ToolboxState = {
    ...atRest,
    tool: 'select',
    lastDrawingTool: null,
    selected: [],
    crosshair: null,
    cursor: 'grab'
  }
  /** How shapes look that arrow keys edit, from the first press to the release. */
  #nudged: Edit[] | null = null
  /** Where the crosshair was last, for when it comes back. */
  #crosshairAt: MediaPoint | null = null
  /** Where Enter clicked last: there, a second time means the end. */
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

  /** Handles of the only selected shape, as the gesture under way shows it; none during drawing. */
  handles(): Handle[] {
    const { tool, selected, preview } = this.#state
    const [only] = tool === 'select' && selected.length === 1 ? this.#editable(selected) : []
    if (!only) return []
    const shape = preview[0]?.shape ?? only.shape
    return kindOf(shape).handles(shape, { picture: this.#picture, pixel: 1 / this.#options.surface.viewport.scale })
  }

  /** Takes a tool. A shape that has enough places already is kept; one place alone is dropped. */
  take(tool: ToolName): void {
    if (this.#brush && isBrush(tool)) this.#swapBrush(this.#brush, tool)
    else this.#change(tool)
  }

  #change(tool: ToolName): void {
    if (this.#drawing && tool !== this.#state.tool && this.#state.isBusy) this.#draw(this.#drawing, this.#eventAt('leave', this.#keyPlace))
    this.#begin(tool)
  }

  /** Brush and eraser work on one mask. */
  #swapBrush(brush: BrushTool, tool: DrawingToolName): void {
    brush.erases(tool === 'eraser')
    this.#tell({ tool, lastDrawingTool: tool })
  }

  async #fetchBrush(): Promise<void> {
    try {
      const { brushTool } = await import('./brush.ts')
      const { tool } = this.#state
      if (!isBrush(tool) || this.#brush) return
      this.#brush = brushTool()
      this.#brush.erases(tool === 'eraser')
      this.#drawing = this.#brush
    } catch {
      this.#options.onMessage('The brush could not be loaded. Take it again when the server is back.')
    }
  }

  /** Takes a tool anew; the shape under way is dropped. */
  #begin(tool: ToolName): void {
    this.settle()
    this.#select = new SelectTool()
    this.#brush = null
    this.#drawing = tool === 'select' ? null : isBrush(tool) ? notYet : drawingTool(tool)
    if (isBrush(tool)) void this.#fetchBrush()
    this.#enteredAt = null
    const lastDrawingTool = tool === 'select' || tool === 'scaleLine' || tool === 'scaleMark' ? this.#state.lastDrawingTool : tool
    this.#tell({ ...atRest, tool, lastDrawingTool, cursor: tool === 'select' ? 'grab' : 'crosshair' })
  }

  /** Another picture: the shape under way is dropped, the tool stays. The screen sets the selection. */
  show(picture: Size): void {
    this.#nudged = null
    this.#picture = picture
    this.#crosshairAt = null
    this.#tell({ crosshair: null })
    this.#begin(this.#state.tool)
  }

  /** Selected elsewhere, in a list for instance; `onSelect` is not called. */
  setSelection(ids: readonly string[]): void {
    const { selected } = this.#state
    if (ids.length === selected.length && ids.every((id, index) => id === selected[index])) return
    this.settle()
    this.#tell({ selected: [...ids], handle: null })
  }

  /** @returns whether it did something, so that a key goes no further */
  handle(event: ToolEvent): boolean {
    if (event.type === 'escape' && this.#nudged) return this.#dropNudge()
    if (event.type === 'escape' && !this.#state.isBusy) return this.#stepOut(event)
    if (event.type === 'move' && this.#nudged) return false
    this.settle()
    const isPointer = event.type === 'down' || event.type === 'move' || event.type === 'up'
    const wasBusy = this.#state.isBusy
    if (isPointer && this.#state.crosshair) this.#tell({ crosshair: null })
    this.#pass(event)
    return isPointer || wasBusy
  }

  /** Whether arrow keys move something already: the crosshair, or what is selected. Otherwise a screen may use them for its own ends. */
  get ownsArrows(): boolean {
    const { tool, selected, crosshair } = this.#state
    return crosshair !== null || (tool === 'select' && this.#editable(selected).length > 0)
  }

  /** Does what a key means here: an arrow if {@link ownsArrows}, Enter, Escape, Backspace. @returns false when the key is free */
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

  /** For the one who came by keys: where it was, or in the middle of what is seen. */
  showCrosshair(): void {
    this.#tell({ crosshair: comesUpAt(this.#options.surface, this.#crosshairAt) })
  }

  hideCrosshair(): void {
    this.#tell({ crosshair: null })
  }

  /**
   * An arrow key: moves what is selected, with `alt` makes it wider (right) or higher (down), or else moves the crosshair.
   * @param dx in CSS pixels
   */
  arrow(dx: number, dy: number, alt: boolean): void {
    const { tool, selected } = this.#state
    if (tool === 'select' && this.#editable(selected).length > 0) this.#moveByKey(dx, dy, alt)
    else this.#moveCrosshair(dx, dy)
  }

  /** Enter: a click at the crosshair; twice in one place, or without a crosshair, the end of what is being drawn. */
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

  /** Adds the uppermost shape at the crosshair, or else at a place, to the selection; takes it away when it is in there. */
  toggleSelection(at: MediaPoint | null): void {
    const { surface, onSelect } = this.#options
    const place = this.#state.crosshair ?? at
    const [id] = place && !this.#state.isBusy ? surface.pick(toScreen(surface.viewport, surface.view, place), keyReachPx) : []
    if (id === undefined) return
    const { selected } = this.#state
    const next = selected.includes(id) ? selected.filter(other => other !== id) : [...selected, id]
    this.#tell({ selected: next, handle: null })
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

  /** Ends an edit by arrow keys: on the release of the key, or when something else begins. */
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
    this.#tell({ preview: [], isBusy: false })
    return true
  }

  /** One level out: from a drawing tool to the select tool, from there to no selection, and to no crosshair. */
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
      message,
      hint = null
    } = tool.handle({ ...event, ...(snap && { at: mediaPoint(snap) }) }, this.#drawingContext())
    this.#tell({ draft, others, placed, snap, hint, isBusy: draft !== null || placed.length > 0 })
    if (message) this.#options.onMessage(message)
    if (!done) return
    const [id] = selected
    if (name === 'hole' && id !== undefined) this.#options.onEdit(id, done)
    else if (name === 'scaleLine') {
      if (done.kind === 'line') this.#options.onScaleLine?.(done)
    } else if (name === 'scaleMark') {
      if (done.kind === 'point') this.#options.onScaleMark?.(done)
    } else for (const shape of [done, ...alsoDone]) this.#options.onDone(shape)
  }

  #drawingContext(): DrawingContext {
    const { selected } = this.#state
    const [only] = selected.length === 1 ? this.#editable(selected) : []
    return {
      picture: this.#picture,
      scale: this.#options.surface.viewport.scale,
      selectedPolygon: only?.shape.kind === 'polygon' ? only.shape : null
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
    this.#tell({ ...shown, snap, isBusy: this.#select.isBusy, ...(select && { selected: select }) })
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
    this.#tell({ preview: this.#nudged, isBusy: true })
  }

  #moveCrosshair(dx: number, dy: number): void {
    const { surface } = this.#options
    const crosshair = moveCrosshair(surface, this.#keyPlace, { x: dx, y: dy }, this.#picture)
    this.#crosshairAt = crosshair
    this.#tell({ crosshair })
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

  /** Where keys act. */
  get #keyPlace(): MediaPoint {
    return this.#state.crosshair ?? middleOf(this.#options.surface)
  }

  #eventAt(type: ToolEventType, at: MediaPoint, keys = { shift: false, alt: false }): ToolEvent {
    const { surface } = this.#options
    const screen: ScreenPoint = toScreen(surface.viewport, surface.view, at)
    return { type, at, screen, ...keys, reachPx: keyReachPx }
  }

  #tell(change: Partial<ToolboxState>): void {
    const next = { ...this.#state, ...change }
    const names = Object.keys(change) as (keyof ToolboxState)[]
    if (names.every(name => isAlike(next[name], this.#state[name]))) return
    this.#state = next
    this.#options.surface.requestPaint()
    for (const listener of this.#listeners) listener()
  }
}

/** In place of a tool that is being loaded. */
const notYet: DrawingTool = { handle: () => ({ draft: null, placed: [], done: null }) }

const isBrush = (tool: ToolName): tool is 'brush' | 'eraser' => tool === 'brush' || tool === 'eraser'

const isAlike = (a: unknown, b: unknown) => a === b || (Array.isArray(a) && Array.isArray(b) && a.length === 0 && b.length === 0)
const mediaPoint = ({ x, y }: { x: number; y: number }) => ({ x, y }) as MediaPoint
