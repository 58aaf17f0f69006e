import type { ReactNode } from 'react'
import type { Chart } from '../chart/chart.ts'
import { DrawPanel } from './draw-panel.tsx'
import type { EditedSite, useDrawing } from './use-drawing.ts'

/** Renders the form of a site, which belongs to another feature. */
export type SiteForm = (edited: EditedSite, onClose: () => void) => ReactNode

interface DrawingProps {
  chart: Chart
  drawing: ReturnType<typeof useDrawing>
  siteForm: SiteForm
}

/** Panel of the open drawing tool, and the form of the drawn or edited site. */
export function Drawing({ chart, drawing: { task, edited, drawn, stop, closeForm }, siteForm }: DrawingProps) {
  return (
    <>
      {task && <DrawPanel key={`${task.kind} ${task.site?.id}`} chart={chart} task={task} onDrawn={drawn} onClose={stop} />}
      {edited && siteForm(edited, closeForm)}
    </>
  )
}
