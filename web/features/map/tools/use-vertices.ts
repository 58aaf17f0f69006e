import { useEffect, useState } from 'react'
import type { GeodesicPoint } from '../../../../shared/geometry/geodesic.ts'
import { useCommands } from '../../../ui/command.ts'
import type { Chart } from '../chart/chart.ts'
import { type MeasureKind, measuredLine } from './measured.ts'
import type { VertexCommands } from './vertex-commands.ts'

interface VerticesOptions {
  chart: Chart
  kind: MeasureKind
  /** Title of the tool in the list of keyboard shortcuts. */
  title: string
  commands: VertexCommands
  onFinish?: () => void
  onClose: () => void
}

/** Collects the points of a tool. A click sets a point. The commands set one at the crosshair and remove the last one. */
export function useVertices({ chart, kind, title, commands, onFinish, onClose }: VerticesOptions) {
  const [vertices, setVertices] = useState<readonly GeodesicPoint[]>([])

  useEffect(() => {
    chart.setPointing(point => setVertices(before => withPoint(before, point)))
    return () => chart.setPointing(null)
  }, [chart])
  useEffect(() => {
    chart.setMeasured(measuredLine(kind, vertices))
    return () => chart.setMeasured(null)
  }, [chart, kind, vertices])
  const removeLast = () => setVertices(before => before.slice(0, -1))
  const actions = {
    set() {
      const point = chart.centre()
      if (point) setVertices(before => withPoint(before, point))
    },
    removeLast,
    finish: () => onFinish?.(),
    close: onClose
  }
  useCommands(title, commands, actions, { mayEdit: true, hasSelection: false })

  return {
    vertices,
    removeLast,
    clear: () => setVertices([])
  }
}

/** Appends a point unless it equals the last one. */
function withPoint(points: readonly GeodesicPoint[], point: GeodesicPoint): readonly GeodesicPoint[] {
  const last = points.at(-1)
  return last?.longitude === point.longitude && last.latitude === point.latitude ? points : [...points, point]
}
