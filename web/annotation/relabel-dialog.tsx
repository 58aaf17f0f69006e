import { useEffect, useId } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount } from '../ui/format.ts'
import type { LabelBook } from './label-book.ts'
import { LabelPanel } from './label-panel.tsx'

interface RelabelDialogProps {
  count: number
  book: LabelBook
  recent: readonly string[]
  onChoose: (labelId: string) => void
  onCreate: ((name: string) => void) | null
  onClose: () => void
}

/** Dialog to choose a new label for the selected annotations. */
export function RelabelDialog({ count, book, recent, onChoose, onCreate, onClose }: RelabelDialogProps) {
  const searchId = useId()
  useEffect(() => document.getElementById(searchId)?.focus(), [searchId])
  return (
    <Dialog title={`Label ${formatCount(count, 'annotation')}`} isOpen onClose={onClose}>
      <LabelPanel
        bare
        book={book}
        current={null}
        recent={recent}
        searchId={searchId}
        onChoose={onChoose}
        onCreate={onCreate}
        onLeave={onClose}
      />
    </Dialog>
  )
}
