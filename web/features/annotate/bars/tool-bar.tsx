import type { ReactNode } from 'react'
import { type ToolName, toolKeys } from '../../../canvas/tools/tool-names.ts'
import { IconButton } from '../../../ui/button.tsx'
import {
  BoxToolIcon,
  CircleToolIcon,
  CutHoleIcon,
  EllipseToolIcon,
  FreehandToolIcon,
  LineToolIcon,
  PointToolIcon,
  PolygonToolIcon,
  RotatedBoxToolIcon,
  RulerToolIcon,
  SelectToolIcon
} from '../../../ui/icons.tsx'
import { writeKeys } from '../../../ui/shortcuts.ts'
import styles from '../workspace.module.css'

export const toolWords: Record<Exclude<ToolName, 'scaleLine' | 'scaleMark'>, string> = {
  select: 'Select and move',
  point: 'Point',
  box: 'Box',
  rotatedBox: 'Rotated box',
  circle: 'Circle',
  ellipse: 'Ellipse',
  line: 'Line',
  polygon: 'Polygon',
  freehand: 'Freehand',
  hole: 'Cut a hole',
  ruler: 'Ruler'
}

const icons: Record<keyof typeof toolWords, ReactNode> = {
  select: <SelectToolIcon aria-hidden />,
  point: <PointToolIcon aria-hidden />,
  box: <BoxToolIcon aria-hidden />,
  rotatedBox: <RotatedBoxToolIcon aria-hidden />,
  circle: <CircleToolIcon aria-hidden />,
  ellipse: <EllipseToolIcon aria-hidden />,
  line: <LineToolIcon aria-hidden />,
  polygon: <PolygonToolIcon aria-hidden />,
  freehand: <FreehandToolIcon aria-hidden />,
  hole: <CutHoleIcon aria-hidden />,
  ruler: <RulerToolIcon aria-hidden />
}

const looking: readonly ToolName[] = ['select', 'ruler']

/** The tools, down the left edge of the canvas. */
export function ToolBar({ tool, mayEdit, onTake }: { tool: ToolName; mayEdit: boolean; onTake: (tool: ToolName) => void }) {
  const names = (Object.keys(toolWords) as (keyof typeof toolWords)[]).filter(name => mayEdit || looking.includes(name))
  return (
    <div className={styles.tools} role="toolbar" aria-label="Tools" aria-orientation="vertical">
      {names.map(name => (
        <IconButton
          key={name}
          label={toolWords[name]}
          title={`${toolWords[name]} (${writeKeys(toolKeys[name])})`}
          aria-pressed={tool === name}
          onClick={() => onTake(name)}
        >
          {icons[name]}
        </IconButton>
      ))}
    </div>
  )
}
