import { Button } from '../../ui/button.tsx'
import { DeleteIcon } from '../../ui/icons.tsx'
import { texts } from './gallery-texts.ts'
import styles from './media-section.module.css'

const { selection: words } = texts

interface SelectionBarProps {
  count: number
  onRemove: () => void
  onClear: () => void
}

export function SelectionBar({ count, onRemove, onClear }: SelectionBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of actions, not a form's group
    <div className={styles.selectionBar} role="group" aria-label={words.label}>
      <span aria-live="polite">{words.count(count)}</span>
      <Button size="small" variant="quiet" onClick={onClear}>
        {words.clear}
      </Button>
      <Button size="small" variant="danger" icon={<DeleteIcon aria-hidden />} onClick={onRemove}>
        {words.delete}
      </Button>
    </div>
  )
}
