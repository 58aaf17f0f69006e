import type { ReactNode } from 'react'
import type { ToolName } from '../../../canvas/tools/tool-names.ts'
import { CommandButton } from '../../../ui/command-button.tsx'
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
import { type AnnotateActions, type CommandTool, toolCommands } from '../commands.ts'
import styles from '../workspace.module.css'

const icons: Record<CommandTool, ReactNode> = {
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

/** The tools, down the left edge of the canvas. */
export function ToolBar({ tool, mayEdit, actions }: { tool: ToolName; mayEdit: boolean; actions: AnnotateActions }) {
  const names = (Object.keys(toolCommands) as CommandTool[]).filter(name => mayEdit || !toolCommands[name].edits)
  return (
    <div className={styles.tools} role="toolbar" aria-label="Tools" aria-orientation="vertical">
      {names.map(name => (
        <CommandButton key={name} command={toolCommands[name]} actions={actions} pressed={tool === name}>
          {icons[name]}
        </CommandButton>
      ))}
    </div>
  )
}
