import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { keyOf } from '../../../ui/command.ts'
import { CommandButton } from '../../../ui/command-button.tsx'
import { EyeIcon, EyeOffIcon, FitIcon, FullScreenIcon, NoFullScreenIcon, ScaleIcon, ZoomInIcon, ZoomOutIcon } from '../../../ui/icons.tsx'
import { type AnnotateActions, annotateCommands } from '../commands.ts'
import * as texts from '../texts.ts'
import styles from './bars.module.css'

interface ViewBarProps {
  actions: AnnotateActions
  hidden: boolean
  isFull: boolean
  /** Whether the scale of the image is known, and whether its panel is open. */
  scale: { isKnown: boolean; isOpen: boolean }
  picture: ReactNode
}

/** Toolbar for zoom, picture adjustments and scale, along the right edge of the canvas. */
export function ViewBar({ actions, hidden, isFull, scale, picture }: ViewBarProps) {
  return (
    <div className={styles.viewBar} role="toolbar" aria-label={texts.view} aria-orientation="vertical">
      <CommandButton command={annotateCommands.zoomIn} actions={actions} tipAt="left">
        <ZoomInIcon aria-hidden />
      </CommandButton>
      <CommandButton command={annotateCommands.zoomOut} actions={actions} tipAt="left">
        <ZoomOutIcon aria-hidden />
      </CommandButton>
      <CommandButton command={annotateCommands.fit} actions={actions} tipAt="left">
        <FitIcon aria-hidden />
      </CommandButton>
      <IconButton
        label={hidden ? texts.show : texts.hide}
        keys={keyOf(annotateCommands.hide)}
        tipAt="left"
        aria-pressed={hidden}
        onClick={actions.hide}
      >
        {hidden ? <EyeOffIcon aria-hidden /> : <EyeIcon aria-hidden />}
      </IconButton>
      {picture}
      <IconButton
        label={scale.isKnown ? texts.scale.known : texts.scale.unknown}
        keys={keyOf(annotateCommands.scale)}
        tipAt="left"
        aria-expanded={scale.isOpen}
        onClick={actions.scale}
      >
        <ScaleIcon aria-hidden />
      </IconButton>
      <CommandButton command={annotateCommands.fullScreen} actions={actions} tipAt="left" pressed={isFull}>
        {isFull ? <NoFullScreenIcon aria-hidden /> : <FullScreenIcon aria-hidden />}
      </CommandButton>
    </div>
  )
}
