import type { Shortcut } from '../../ui/shortcuts.ts'
import type { Chart } from './chart/chart.ts'
import { chartLayers } from './chart/layers.ts'
import type { MapAddress } from './map-address.ts'
import { texts } from './texts.ts'

interface MapActions {
  chart: Chart | null
  address: MapAddress
  change: (changes: Partial<MapAddress>) => void
  showWhole: () => void
  measure: () => void
}

/** Keyboard shortcuts of the map. */
export function mapShortcuts({ chart, address, change, showWhole, measure }: MapActions): Shortcut[] {
  const key = (keys: string, label: string, run: () => void): Shortcut => ({ id: `map.${keys}`, scope: texts.title, keys, label, run })
  return [
    key('+', texts.zoomIn, () => chart?.zoomBy(1)),
    key('-', texts.zoomOut, () => chart?.zoomBy(-1)),
    key('0', texts.whole, showWhole),
    ...chartLayers.map((layer, index) =>
      key(String(index + 1), `${texts.layers[layer]} on or off`, () =>
        change({ hidden: address.hidden.includes(layer) ? address.hidden.filter(one => one !== layer) : [...address.hidden, layer] })
      )
    ),
    key('i', 'Open what is under the cross-hair', () => change({ selection: chart?.pickCentre() ?? null })),
    key('m', texts.measure.title, measure),
    key('shift+g', 'List of what is in view', () => change({ showsList: !address.showsList })),
    key('escape', 'Close the selection', () => change({ selection: null }))
  ]
}
