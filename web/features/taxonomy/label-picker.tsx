import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { LabelFinder, type LabelFinderProps } from './label-finder.tsx'

interface LabelPickerProps extends LabelFinderProps {
  title: ReactNode
  onClose: () => void
}

/** Dialog to choose a label. */
export default function LabelPicker({ title, onClose, ...finder }: LabelPickerProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <LabelFinder {...finder} />
    </Dialog>
  )
}
