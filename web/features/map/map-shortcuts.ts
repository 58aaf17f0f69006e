import type { Shortcut } from '../../ui/shortcuts.ts'
import type { Chart } from './chart/chart.ts'
import { chartLayers } from './chart/layers.ts'
import { texts } from './texts.ts'
import { type DrawKind, drawKinds } from './tools/draw-task.ts'
import type { MapChange } from './use-map-address.ts'

interface MapActions {
  chart: Chart | null
  change: (change: MapChange) => void
  showWhole: () => void
  measure: () => void
  /** Whether a tool is open. An open tool handles Escape itself. */
  hasTool: boolean
  /** Opens the tool that draws a kind of site; undefined for people who may not edit. */
  draw: ((kind: DrawKind) => void) | undefined
}

/** Keys of the tools that draw sites. */
export const drawKeys: Record<DrawKind, string> = { station: 'p', transect: 't', area: 'a' }

/** Returns the keyboard shortcuts of the map. */
export function mapShortcuts({ chart, change, showWhole, measure, hasTool, draw }: MapActions): Shortcut[] {
  const key = (keys: string, label: string, run: () => void): Shortcut => ({ id: `map.${keys}`, scope: texts.title, keys, label, run })
  return [
    key('+', texts.zoomIn, () => chart?.zoomBy(1)),
    key('-', texts.zoomOut, () => chart?.zoomBy(-1)),
    key('0', texts.whole, showWhole),
    ...chartLayers.map((layer, index) =>
      key(String(index + 1), texts.keys.layer(texts.layers[layer]), () =>
        change(({ hidden }) => ({ hidden: hidden.includes(layer) ? hidden.filter(one => one !== layer) : [...hidden, layer] }))
      )
    ),
    key('i', texts.keys.pick, () => change({ selection: chart?.pickCentre() ?? null })),
    key('m', texts.measure.title, measure),
    ...(draw ? drawKinds.map(kind => key(drawKeys[kind], texts.draw.kinds[kind], () => draw(kind))) : []),
    key('shift+g', texts.keys.list, () => change(({ showsList }) => ({ showsList: !showsList }))),
    ...(hasTool ? [] : [key('escape', texts.keys.close, () => change({ selection: null }))])
  ]
}
