import { useQuery } from '@tanstack/react-query'
import type { MapPoints } from '../../../shared/contracts/map.ts'
import type { ChartFrame } from './chart/pixels.ts'
import { isPolar } from './chart/views.ts'
import { type InView, imageCountOf, isSample } from './in-view.ts'
import { mapCells } from './queries.ts'
import { viewBox } from './view-box.ts'

interface Counted {
  projectId: string
  filter: string
  /** View of the chart at rest; null until the chart is open. */
  frame: ChartFrame | null
  points: MapPoints | undefined
  shown: InView | null
}

/**
 * Returns the number of images in view; undefined while it is unknown. The server counts them when only a sample of their positions is loaded. Around
 * a pole the number stays unknown, because the box of a view is larger than the view.
 */
export function useImageCount({ projectId, filter, frame, points, shown }: Counted): number | undefined {
  const isCounted = frame !== null && points !== undefined && isSample(points) && !isPolar(frame.projection)
  const part = { projectId, kind: 'image', filter, box: frame ? viewBox(frame, 0) : '' } as const
  const cells = useQuery({ ...mapCells(part, 0), enabled: isCounted })
  return shown ? imageCountOf(shown, isCounted && !cells.isPlaceholderData ? cells.data : undefined) : undefined
}
