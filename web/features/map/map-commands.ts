import type { Command } from '../../ui/command.ts'
import { type ChartLayer, chartLayers } from './chart/layers.ts'
import { texts } from './texts.ts'
import type { DrawKind } from './tools/draw-task.ts'

export interface MapActions {
  zoom: (by: 1 | -1) => void
  showWhole: () => void
  toggleLayer: (layer: ChartLayer) => void
  /** Opens the item under the crosshair. */
  pick: () => void
  measure: () => void
  /** Opens the tool that selects the records inside a drawn line. */
  lasso: () => void
  draw: (kind: DrawKind) => void
  /** Undoes the last edit to a site. */
  undo: () => void
  redo: () => void
  /** Shows or hides the list of what is in view. */
  list: () => void
  /** Closes the selection. */
  close: () => void
}

type MapCommand = Command<MapActions>

const { keys: words } = texts

const layer = (layer: ChartLayer, index: number): [string, MapCommand] => [
  `layer ${layer}`,
  { name: words.layer(texts.layers[layer]), keys: [String(index + 1)], run: act => act.toggleLayer(layer) }
]

const drawKeys: Record<DrawKind, string> = { station: 'p', transect: 't', area: 'a' }

const draw = (kind: DrawKind): MapCommand => ({
  name: texts.draw.kinds[kind],
  keys: [drawKeys[kind]],
  edits: true,
  run: act => act.draw(kind)
})

/** Commands of the tools that draw sites. */
export const drawCommands: Readonly<Record<DrawKind, MapCommand>> = {
  station: draw('station'),
  transect: draw('transect'),
  area: draw('area')
}

/** Commands of the map. */
export const mapCommands = {
  zoomIn: { name: texts.zoomIn, keys: ['+'], run: act => act.zoom(1) },
  zoomOut: { name: texts.zoomOut, keys: ['-'], run: act => act.zoom(-1) },
  whole: { name: texts.whole, keys: ['0'], run: act => act.showWhole() },
  ...Object.fromEntries(chartLayers.map(layer)),
  pick: { name: words.pick, keys: ['i'], run: act => act.pick() },
  measure: { name: texts.measure.title, keys: ['m'], run: act => act.measure() },
  lasso: { name: texts.lasso.title, keys: ['l'], run: act => act.lasso() },
  ...drawCommands,
  undo: { name: words.undo, keys: ['mod+z'], edits: true, run: act => act.undo() },
  redo: { name: words.redo, keys: ['mod+shift+z', 'mod+y'], edits: true, run: act => act.redo() },
  list: { name: words.list, keys: ['shift+g'], run: act => act.list() },
  // an open tool handles Escape itself; without a selection, Escape closes other components
  close: { name: words.close, keys: ['escape'], needsSelection: true, run: act => act.close() }
} satisfies Record<string, MapCommand>

export interface ChartActions {
  /** Moves the chart in screen pixels. */
  move: (right: number, down: number) => void
}

/** Distances that an arrow key moves the chart, alone and with Shift, in pixels. */
const step = 60
const fineStep = 4

/** Commands of the chart. The chart handles their keys while it has the focus. */
export const chartCommands = {
  left: { name: words.left, keys: ['arrowleft'], run: act => act.move(-step, 0) },
  right: { name: words.right, keys: ['arrowright'], run: act => act.move(step, 0) },
  up: { name: words.up, keys: ['arrowup'], run: act => act.move(0, -step) },
  down: { name: words.down, keys: ['arrowdown'], run: act => act.move(0, step) },
  fineLeft: { name: words.fineLeft, keys: ['shift+arrowleft'], run: act => act.move(-fineStep, 0) },
  fineRight: { name: words.fineRight, keys: ['shift+arrowright'], run: act => act.move(fineStep, 0) },
  fineUp: { name: words.fineUp, keys: ['shift+arrowup'], run: act => act.move(0, -fineStep) },
  fineDown: { name: words.fineDown, keys: ['shift+arrowdown'], run: act => act.move(0, fineStep) }
} satisfies Record<string, Command<ChartActions>>
