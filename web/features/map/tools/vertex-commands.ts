import type { Command } from '../../../ui/command.ts'
import { texts } from '../texts.ts'

export interface VertexActions {
  /** Sets a point at the crosshair. */
  set: () => void
  removeLast: () => void
  finish: () => void
  close: () => void
}

export type VertexCommands = Readonly<Record<string, Command<VertexActions>>>

const { measure, draw, lasso } = texts

/** Commands of the tool that measures. */
export const measureCommands = {
  set: { name: measure.set, keys: ['space'], run: act => act.set() },
  removeLast: { name: measure.undo, keys: ['backspace'], run: act => act.removeLast() },
  close: { name: measure.close, keys: ['escape'], run: act => act.close() }
} satisfies VertexCommands

/** Commands of the tool that draws a station, which is finished with its first point. */
export const stationCommands = {
  set: { name: draw.set, keys: ['space'], run: act => act.set() },
  removeLast: { name: draw.undo, keys: ['backspace'], run: act => act.removeLast() },
  close: { name: draw.close, keys: ['escape'], run: act => act.close() }
} satisfies VertexCommands

/** Commands of the tools that draw transects and areas. */
export const drawingCommands = {
  ...stationCommands,
  finish: { name: draw.finish, keys: ['enter'], run: act => act.finish() }
} satisfies VertexCommands

/** Commands of the lasso. */
export const lassoCommands = {
  set: { name: lasso.set, keys: ['space'], run: act => act.set() },
  removeLast: { name: lasso.undo, keys: ['backspace'], run: act => act.removeLast() },
  finish: { name: lasso.finish, keys: ['enter'], run: act => act.finish() },
  close: { name: lasso.close, keys: ['escape'], run: act => act.close() }
} satisfies VertexCommands
