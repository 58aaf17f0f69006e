import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { GeodesicPoint } from '../../../../shared/geometry/geodesic.ts'
import { type Shortcut, useShortcuts } from '../../../ui/shortcuts.ts'
import type { Chart } from '../chart/chart.ts'
import { type MeasureKind, measuredLine } from './measured.ts'

interface VerticesOptions {
  chart: Chart
  kind: MeasureKind
  /** Title of the tool in the list of keyboard shortcuts. */
  title: string
  words: { set: string; undo: string; close: string; finish?: string }
  onFinish?: () => void
  onClose: () => void
}

/** Collects the points of a tool. A click sets a point, Space sets one at the crosshair, and Backspace removes the last one. */
export function useVertices({ chart, kind, title, words, onFinish, onClose }: VerticesOptions) {
  const [vertices, setVertices] = useState<readonly GeodesicPoint[]>([])

  useEffect(() => {
    chart.setPointing(point => setVertices(before => withPoint(before, point)))
    return () => chart.setPointing(null)
  }, [chart])
  useEffect(() => {
    chart.setMeasured(measuredLine(kind, vertices))
    return () => chart.setMeasured(null)
  }, [chart, kind, vertices])
  const close = useEffectEvent(() => onClose())
  const finish = useEffectEvent(() => onFinish?.())
  const { set, undo, close: closeWords, finish: finishWords } = words
  useShortcuts(
    useMemo(() => {
      const key = (keys: string, label: string, run: () => void): Shortcut => ({
        id: `map.${title}.${keys}`,
        scope: title,
        keys,
        label,
        run
      })
      return [
        key('space', set, () => {
          const point = chart.centre()
          if (point) setVertices(before => withPoint(before, point))
        }),
        key('backspace', undo, () => setVertices(before => before.slice(0, -1))),
        ...(finishWords === undefined ? [] : [key('enter', finishWords, () => finish())]),
        key('escape', closeWords, () => close())
      ]
    }, [chart, title, set, undo, closeWords, finishWords])
  )

  return {
    vertices,
    removeLast: () => setVertices(before => before.slice(0, -1)),
    clear: () => setVertices([])
  }
}

/** Appends a point unless it equals the last one. */
function withPoint(points: readonly GeodesicPoint[], point: GeodesicPoint): readonly GeodesicPoint[] {
  const last = points.at(-1)
  return last?.longitude === point.longitude && last.latitude === point.latitude ? points : [...points, point]
}
