import styles from '../../../annotation/panels.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { CommandButton } from '../../../ui/command-button.tsx'
import { CheckIcon, CloseIcon, CopyIcon, DeleteIcon, SelectSeveralIcon } from '../../../ui/icons.tsx'
import { type AnnotateActions, annotateCommands } from '../commands.ts'
import { selection } from '../texts.ts'

const { bar: words } = selection

interface SelectionBarProps {
  count: number
  several: boolean
  onSeveral: () => void
  actions: AnnotateActions
}

/** Bar with the actions on the selection, for use without a keyboard. */
export function SelectionBar({ count, several, onSeveral, actions }: SelectionBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a bar of actions, not a form's group
    <div className={styles.selectionBar} role="group" aria-label={words.label}>
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
      <CommandButton command={annotateCommands.duplicate} actions={actions}>
        <CopyIcon aria-hidden />
      </CommandButton>
      <CommandButton command={annotateCommands.remove} actions={actions}>
        <DeleteIcon aria-hidden />
      </CommandButton>
    </div>
  )
}
