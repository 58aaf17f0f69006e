import type { LabelId } from './labels.ts'
import { changeTexts as words } from './texts.ts'

/** A position in the frame, in fractions of its width and height from the top-left corner. */
export type Place = { x: number; y: number }
export type Shape = { kind: 'point'; x: number; y: number } | { kind: 'box'; x: number; y: number; width: number; height: number }
export type Mark = { id: number; label: LabelId; shape: Shape }
export type Tool = Shape['kind']

export type Bench = {
  marks: readonly Mark[]
  nextId: number
  selected: number | null
  tool: Tool
  label: LabelId
  cursor: Place
  /** First corner of an unfinished box. */
  corner: Place | null
  past: readonly (readonly Mark[])[]
  /** The last change as a sentence, for screen readers. */
  announcement: string
}

export type Action =
  | { type: 'tool'; tool: Tool }
  | { type: 'label'; label: LabelId; name: string }
  | { type: 'move'; to: Place }
  | { type: 'press'; name: string }
  | { type: 'cancel' }
  | { type: 'select'; id: number | null }
  | { type: 'remove'; id: number | null }
  | { type: 'undo' }
  | { type: 'clear' }

/** Minimum side of a box as a fraction of the frame. Smaller boxes are accidental. */
const smallestSide = 0.006
const undoDepth = 200

export const emptyBench: Bench = {
  marks: [],
  nextId: 1,
  selected: null,
  tool: 'point',
  label: 'brittle-star',
  cursor: { x: 0.5, y: 0.5 },
  corner: null,
  past: [],
  announcement: ''
}

export function bench(state: Bench, action: Action): Bench {
  switch (action.type) {
    case 'tool':
      return { ...state, tool: action.tool, corner: null, announcement: words.tools[action.tool] }
    case 'label':
      return chooseLabel(state, action.label, action.name)
    case 'move':
      return { ...state, cursor: { x: within(action.to.x), y: within(action.to.y) } }
    case 'press':
      return press(state, action.name)
    case 'cancel':
      return { ...state, corner: null, selected: null, announcement: state.corner ? words.boxCancelled : '' }
    case 'select':
      return { ...state, selected: action.id, corner: null }
    case 'remove':
      return remove(state, action.id ?? state.marks.at(-1)?.id ?? null)
    case 'undo':
      return undo(state)
    case 'clear':
      return { ...changed(state, [], words.cleared), selected: null, corner: null }
  }
}

/** Returns the newest annotation with its point or box edge at a position. `reach` is the maximum distance, in fractions of the frame's width. */
export function markAt(marks: readonly Mark[], { x, y }: Place, reach: number, aspect: number): Mark | undefined {
  return marks.findLast(({ shape }) => {
    if (shape.kind === 'point') return Math.hypot(shape.x - x, (shape.y - y) / aspect) <= reach
    const nearLeftOrRight = Math.min(Math.abs(x - shape.x), Math.abs(x - shape.x - shape.width)) <= reach / 2
    const nearTopOrBottom = Math.min(Math.abs(y - shape.y), Math.abs(y - shape.y - shape.height)) <= (reach / 2) * aspect
    const inColumns = x >= shape.x && x <= shape.x + shape.width
    const inRows = y >= shape.y && y <= shape.y + shape.height
    return (nearLeftOrRight && inRows) || (nearTopOrBottom && inColumns)
  })
}

function chooseLabel(state: Bench, label: LabelId, name: string): Bench {
  const next = { ...state, label, announcement: words.label(name) }
  if (state.selected === null) return next
  const marks = state.marks.map(mark => (mark.id === state.selected ? { ...mark, label } : mark))
  return changed(next, marks, words.relabelled(state.selected, name))
}

function press(state: Bench, name: string): Bench {
  const { cursor, corner } = state
  if (state.tool === 'point') return add(state, { kind: 'point', ...cursor }, name)
  if (!corner) return { ...state, corner: cursor, selected: null, announcement: words.firstCorner }
  const shape = {
    kind: 'box' as const,
    x: Math.min(corner.x, cursor.x),
    y: Math.min(corner.y, cursor.y),
    width: Math.abs(corner.x - cursor.x),
    height: Math.abs(corner.y - cursor.y)
  }
  if (Math.min(shape.width, shape.height) < smallestSide) return { ...state, corner: null, announcement: words.tooSmall }
  return add({ ...state, corner: null }, shape, name)
}

function add(state: Bench, shape: Shape, name: string): Bench {
  const marks = [...state.marks, { id: state.nextId, label: state.label, shape }]
  const announcement = words.added(name, shape.kind, shape, marks.length)
  return { ...changed(state, marks, announcement), nextId: state.nextId + 1, selected: null }
}

function remove(state: Bench, id: number | null): Bench {
  if (!state.marks.some(mark => mark.id === id)) return { ...state, announcement: words.nothingToRemove }
  const marks = state.marks.filter(mark => mark.id !== id)
  return { ...changed(state, marks, words.removed(id, marks.length)), selected: null }
}

function undo(state: Bench): Bench {
  const marks = state.past.at(-1)
  if (!marks) return { ...state, announcement: words.nothingToUndo }
  return { ...state, marks, past: state.past.slice(0, -1), selected: null, corner: null, announcement: words.undone(marks.length) }
}

function changed(state: Bench, marks: readonly Mark[], announcement: string): Bench {
  return { ...state, marks, announcement, past: [...state.past.slice(1 - undoDepth), state.marks] }
}

const within = (share: number) => Math.min(1, Math.max(0, share))
