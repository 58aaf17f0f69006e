import type { ToolName } from '../../../canvas/tools/tool-names.ts'
import { CheckIcon, EyeIcon, FitIcon, LabelIcon, PhotoIcon, UndoIcon } from '../../../ui/icons.tsx'
import { PopoverButton } from '../../../ui/popover.tsx'
import type { AnnotateActions } from '../commands.ts'
import * as texts from '../texts.ts'
import type { Panels } from '../use-panels.ts'
import styles from './bars.module.css'
import { ToolButtons, toolIcon } from './tool-bar.tsx'

interface PhoneBarProps {
  tool: ToolName
  /** Whether the bar is a column at the side of a short window. */
  isLow: boolean
  mayEdit: boolean
  canUndo: boolean
  panels: Panels
  onPanel: (name: keyof Panels) => void
  actions: AnnotateActions
}

/** Bar with five buttons within reach of the thumb. Viewers get other buttons instead of the editing ones. */
// Long: one bar, button by button.
export function PhoneBar({ tool, isLow, mayEdit, canUndo, panels, onPanel, actions }: PhoneBarProps) {
  return (
    <div className={styles.phoneBar} role="toolbar" aria-label={texts.actions} aria-orientation={isLow ? 'vertical' : undefined}>
      <button type="button" aria-expanded={panels.images} onClick={() => onPanel('images')}>
        <PhotoIcon aria-hidden />
        {texts.images}
      </button>
      <PopoverButton
        bare
        label={texts.tools}
        placement={isLow ? 'left' : 'top'}
        className={styles.phoneTool}
        trigger={
          <>
            {toolIcon(tool)}
            {texts.tools}
          </>
        }
      >
        {close => (
          <div className={styles.phoneTools}>
            <ToolButtons tool={tool} mayEdit={mayEdit} actions={actions} onTaken={close} />
          </div>
        )}
      </PopoverButton>
      <button type="button" aria-expanded={panels.labels} onClick={() => onPanel('labels')}>
        <LabelIcon aria-hidden />
        {texts.labels}
      </button>
      {mayEdit ? (
        <>
          <button type="button" disabled={!canUndo} onClick={actions.undo}>
            <UndoIcon aria-hidden />
            {texts.undoShort}
          </button>
          <button type="button" className={styles.phoneDone} onClick={actions.doneAndNext}>
            <CheckIcon aria-hidden />
            {texts.done}
          </button>
        </>
      ) : (
        <>
          <button type="button" onClick={actions.hide}>
            <EyeIcon aria-hidden />
            {texts.hideShort}
          </button>
          <button type="button" onClick={actions.fit}>
            <FitIcon aria-hidden />
            {texts.fitShort}
          </button>
        </>
      )}
    </div>
  )
}
