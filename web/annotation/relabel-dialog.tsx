import { useEffect, useId } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import type { LabelIndex } from './label-index.ts'
import { LabelPanel } from './label-panel.tsx'
import { relabelTitle } from './relabel-texts.ts'

interface RelabelDialogProps {
  count: number
  labelIndex: LabelIndex
  recent: readonly string[]
  onChoose: (labelId: string) => void
  onCreate: ((name: string) => void) | null
  onClose: () => void
}

/** Dialog to choose a new label for the selected annotations. */
export function RelabelDialog({ count, labelIndex, recent, onChoose, onCreate, onClose }: RelabelDialogProps) {
  const searchId = useId()
  useEffect(() => document.getElementById(searchId)?.focus(), [searchId])
  return (
    <Dialog title={relabelTitle(count)} isOpen onClose={onClose}>
      <LabelPanel
        bare
        labelIndex={labelIndex}
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
