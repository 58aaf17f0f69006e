import { useRef } from 'react'
import styles from '../../../annotation/panels.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { keyOf } from '../../../ui/command.ts'
import { CommandButton } from '../../../ui/command-button.tsx'
import { CheckIcon, CloseIcon, CopyIcon, DeleteIcon, OutlineIcon, SelectSeveralIcon } from '../../../ui/icons.tsx'
import { useRoomForToasts } from '../../../ui/room-for-toasts.ts'
import { type AnnotateActions, annotateCommands } from '../commands.ts'
import { texts as outlining } from '../outlining/texts.ts'
import { selection } from '../texts.ts'

const { bar: words } = selection

interface SelectionBarProps {
  count: number
  several: boolean
  hasBox: boolean
  /** Whether the selection is one polygon. */
  isPolygon: boolean
  /** Whether clicks correct its outline. */
  isCorrecting: boolean
  onSeveral: () => void
  actions: AnnotateActions
}

/** Bar with the actions on the selection, for use without a keyboard. */
export function SelectionBar({ count, several, hasBox, isPolygon, isCorrecting, onSeveral, actions }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useRoomForToasts(bar, true)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a bar of actions, not a form's group
    <div ref={bar} className={styles.selectionBar} role="group" aria-label={words.label}>
      <span aria-live="polite">{words.count(count)}</span>
      <IconButton label={words.several} keys={words.severalKeys} aria-pressed={several} onClick={onSeveral}>
        <SelectSeveralIcon aria-hidden />
      </IconButton>
      <CommandButton command={annotateCommands.confirm} actions={actions}>
        <CheckIcon aria-hidden />
      </CommandButton>
      <CommandButton command={annotateCommands.reject} actions={actions}>
        <CloseIcon aria-hidden />
      </CommandButton>
      {hasBox && (
        <CommandButton command={annotateCommands.outline} actions={actions}>
          <OutlineIcon aria-hidden />
        </CommandButton>
      )}
      {isPolygon && (
        <IconButton
          label={outlining.correction.begin}
          keys={keyOf(annotateCommands.outline)}
          aria-pressed={isCorrecting}
          onClick={actions.outline}
        >
          <OutlineIcon aria-hidden />
        </IconButton>
      )}
      <CommandButton command={annotateCommands.duplicate} actions={actions}>
        <CopyIcon aria-hidden />
      </CommandButton>
      <CommandButton command={annotateCommands.remove} actions={actions}>
        <DeleteIcon aria-hidden />
      </CommandButton>
    </div>
  )
}
