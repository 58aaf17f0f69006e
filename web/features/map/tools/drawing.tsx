import { lazy } from 'react'
import type { Survey } from '../../../../shared/contracts/sites.ts'
import type { Chart } from '../chart/chart.ts'
import { DrawPanel } from './draw-panel.tsx'
import type { useDrawing } from './use-drawing.ts'

const SiteDialog = lazy(() => import('../../sites/site-dialog.tsx').then(module => ({ default: module.SiteDialog })))

interface DrawingProps {
  projectId: string
  chart: Chart
  surveys: readonly Survey[]
  drawing: ReturnType<typeof useDrawing>
}

/** Open tool that draws a site, and the form of a site. */
export function Drawing({ projectId, chart, surveys, drawing }: DrawingProps) {
  const { task, edited, isBusy, drawn, stop, closeForm } = drawing
  return (
    <>
      {task && <DrawPanel key={`${task.kind} ${task.site?.id}`} chart={chart} task={task} isBusy={isBusy} onDrawn={drawn} onClose={stop} />}
      {edited && <SiteDialog projectId={projectId} site={edited.site} start={edited.start} surveys={surveys} onClose={closeForm} />}
    </>
  )
}
