import styles from '../../../annotation/panels.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { CheckIcon, CloseIcon, CopyIcon, DeleteIcon, SelectSeveralIcon } from '../../../ui/icons.tsx'
import { writeKeys } from '../../../ui/shortcuts.ts'
import type { AnnotateActions } from '../keys.ts'

interface SelectionBarProps {
  count: number
  several: boolean
  onSeveral: () => void
  actions: AnnotateActions
}

/** What can be done with what is selected, at hand without a keyboard too. */
export function SelectionBar({ count, several, onSeveral, actions }: SelectionBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a bar of actions, not a form's group
    <div className={styles.selectionBar} role="group" aria-label="Selection">
      <span aria-live="polite">{formatNumber(count)} selected</span>
      <IconButton label="Select several" title="Select several (Shift and a click)" aria-pressed={several} onClick={onSeveral}>
        <SelectSeveralIcon aria-hidden />
      </IconButton>
      <IconButton label="Confirm" title="Confirm (Y)" onClick={() => actions.review('confirmed')}>
        <CheckIcon aria-hidden />
      </IconButton>
      <IconButton label="Reject" title="Reject (X)" onClick={() => actions.review('rejected')}>
        <CloseIcon aria-hidden />
      </IconButton>
      <IconButton label="Duplicate" title={`Duplicate (${writeKeys('mod+d')})`} onClick={actions.duplicate}>
        <CopyIcon aria-hidden />
      </IconButton>
      <IconButton label="Remove" title="Remove (Delete)" onClick={actions.remove}>
        <DeleteIcon aria-hidden />
      </IconButton>
    </div>
  )
}
