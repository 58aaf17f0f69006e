import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { DeleteIcon } from '../../ui/icons.tsx'
import styles from './media-section.module.css'

interface SelectionBarProps {
  count: number
  onRemove: () => void
  onClear: () => void
}

export function SelectionBar({ count, onRemove, onClear }: SelectionBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of actions, not a form's group
    <div className={styles.selectionBar} role="group" aria-label="Selected images">
      <span aria-live="polite">{formatCount(count, 'image')} selected</span>
      <Button size="small" variant="quiet" onClick={onClear}>
        Clear
      </Button>
      <Button size="small" variant="danger" icon={<DeleteIcon aria-hidden />} onClick={onRemove}>
        Delete
      </Button>
    </div>
  )
}
