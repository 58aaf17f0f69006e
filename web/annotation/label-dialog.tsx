import { useEffect, useId } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import type { LabelIndex } from './label-index.ts'
import { LabelPanel } from './label-panel.tsx'

export interface LabelDialogProps {
  title: string
  labelIndex: LabelIndex
  recent: readonly string[]
  onChoose: (labelId: string) => void
  onCreate: ((name: string) => void) | null
  onClose: () => void
}

/** Dialog for choosing a label of the project. */
export function LabelDialog({ title, onClose, ...panel }: LabelDialogProps) {
  const searchId = useId()
  useEffect(() => document.getElementById(searchId)?.focus(), [searchId])
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <LabelPanel bare current={null} searchId={searchId} onLeave={onClose} {...panel} />
    </Dialog>
  )
}
