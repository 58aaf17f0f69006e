import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Chart } from '../chart/chart.ts'
import { drawnArea } from '../queries.ts'

interface DrawnAreaProps {
  projectId: string
  chart: Chart
  areaId: string
}

/** Outlines the drawn area of the filter on the chart. */
export function DrawnArea({ projectId, chart, areaId }: DrawnAreaProps) {
  const { data } = useQuery(drawnArea(projectId, areaId))
  useEffect(() => {
    if (!data) return
    const ring = data.ring.map(([longitude = 0, latitude = 0]) => ({ longitude, latitude }))
    chart.setOutline({ vertices: [], path: [...ring, ...ring.slice(0, 1)], isArea: true })
    return () => chart.setOutline(null)
  }, [chart, data])
  return null
}
