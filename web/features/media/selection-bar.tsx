import { Button } from '../../ui/button.tsx'
import { FloatingBar } from '../../ui/floating-bar.tsx'
import { DeleteIcon } from '../../ui/icons.tsx'
import { galleryTexts as texts } from './texts.ts'

const { selection: words } = texts

interface SelectionBarProps {
  count: number
  onRemove: () => void
  onClear: () => void
}

export function SelectionBar({ count, onRemove, onClear }: SelectionBarProps) {
  return (
    <FloatingBar label={words.label}>
      <span aria-live="polite">{words.count(count)}</span>
      <Button size="small" variant="quiet" onClick={onClear}>
        {words.clear}
      </Button>
      <Button size="small" variant="danger" icon={<DeleteIcon aria-hidden />} onClick={onRemove}>
        {words.delete}
      </Button>
    </FloatingBar>
  )
}
