import type { ReactNode } from 'react'
import type { ToolName } from '../../../canvas/tools/tool-names.ts'
import { CommandButton } from '../../../ui/command-button.tsx'
import {
  BoxToolIcon,
  BrushToolIcon,
  CircleToolIcon,
  CutHoleIcon,
  EllipseToolIcon,
  EraserToolIcon,
  FreehandToolIcon,
  LineToolIcon,
  OutlineIcon,
  PointToolIcon,
  PolygonToolIcon,
  RotatedBoxToolIcon,
  RulerToolIcon,
  SelectToolIcon
} from '../../../ui/icons.tsx'
import { type AnnotateActions, type CommandTool, toolCommands } from '../commands.ts'
import * as texts from '../texts.ts'
import styles from './bars.module.css'

const icons: Record<CommandTool | 'outlineMark', ReactNode> = {
  select: <SelectToolIcon aria-hidden />,
  point: <PointToolIcon aria-hidden />,
  box: <BoxToolIcon aria-hidden />,
  rotatedBox: <RotatedBoxToolIcon aria-hidden />,
  circle: <CircleToolIcon aria-hidden />,
  ellipse: <EllipseToolIcon aria-hidden />,
  line: <LineToolIcon aria-hidden />,
  polygon: <PolygonToolIcon aria-hidden />,
  freehand: <FreehandToolIcon aria-hidden />,
  brush: <BrushToolIcon aria-hidden />,
  eraser: <EraserToolIcon aria-hidden />,
  hole: <CutHoleIcon aria-hidden />,
  ruler: <RulerToolIcon aria-hidden />,
  outlineMark: <OutlineIcon aria-hidden />
}

/** Returns the icon of a tool. Tools without a button measure and have the ruler's icon, or correct an outline and have its icon. */
export const toolIcon = (tool: ToolName) => icons[tool as CommandTool] ?? icons.ruler

interface ToolButtonsProps {
  tool: ToolName
  mayEdit: boolean
  actions: AnnotateActions
  onTaken?: () => void
}

/** Buttons for the tools that the person may use. */
export function ToolButtons({ tool, mayEdit, actions, onTaken }: ToolButtonsProps) {
  const names = (Object.keys(toolCommands) as CommandTool[]).filter(name => mayEdit || !toolCommands[name].edits)
  function take(name: ToolName) {
    actions.take(name)
    onTaken?.()
  }
  return names.map(name => (
    <CommandButton key={name} command={toolCommands[name]} actions={{ ...actions, take }} pressed={tool === name} tipAt="right">
      {icons[name]}
    </CommandButton>
  ))
}

/** Toolbar with the drawing tools, along the left edge of the canvas. */
export function ToolBar(props: ToolButtonsProps) {
  return (
    <div className={styles.tools} role="toolbar" aria-label={texts.tools} aria-orientation="vertical">
      <ToolButtons {...props} />
    </div>
  )
}
