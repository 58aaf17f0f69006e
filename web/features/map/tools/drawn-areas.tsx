import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MapArea } from '../../../../shared/contracts/map.ts'
import type { Chart } from '../chart/chart.ts'
import { drawnArea } from '../queries.ts'

interface DrawnAreasProps {
  projectId: string
  chart: Chart
  areaIds: readonly string[]
}

/** Outlines the drawn areas of the filter on the chart. */
export function DrawnAreas({ projectId, chart, areaIds }: DrawnAreasProps) {
  const areas = useQueries({ queries: areaIds.map(id => drawnArea(projectId, id)), combine: found })
  useEffect(() => {
    chart.setOutlines(areas.map(outlineOf))
    return () => chart.setOutlines([])
  }, [chart, areas])
  return null
}

const found = (answers: readonly { data: MapArea | undefined }[]) => answers.flatMap(({ data }) => data ?? [])

function outlineOf({ ring }: MapArea) {
  const vertices = ring.map(([longitude = 0, latitude = 0]) => ({ longitude, latitude }))
  return { vertices: [], path: [...vertices, ...vertices.slice(0, 1)], isArea: true }
}
