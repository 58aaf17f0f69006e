import type { ToolName } from '../../../canvas/tools/tool-names.ts'
import { type Outlining, outlineObjects } from './outline-objects.ts'

// Loaded together, so that the first click finds the bar.
export { CorrectionBar } from './correction-bar.tsx'

interface Selection extends Outlining {
  tool: ToolName
  take: (tool: ToolName) => void
}

/** Outlines the objects in the selected boxes. For one polygon, begins the correction of its outline by clicks, or ends it. */
export async function outlineSelection({ tool, take, ...outlining }: Selection): Promise<void> {
  if (tool === 'outlineMark') return take('select')
  const { selected, annotationOf } = outlining
  const only = selected.length === 1 ? annotationOf(selected[0]!) : undefined
  if (only?.shape?.kind !== 'polygon' || only.removed) return outlineObjects(outlining)
  take('outlineMark')
}
