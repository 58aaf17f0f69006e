import { formatCount } from '../ui/format.ts'
import { LabelDialog, type LabelDialogProps } from './label-dialog.tsx'

interface RelabelDialogProps extends Omit<LabelDialogProps, 'title'> {
  count: number
}

/** Dialog to choose a new label for the selected annotations. */
export function RelabelDialog({ count, ...dialog }: RelabelDialogProps) {
  return <LabelDialog title={`Label ${formatCount(count, 'annotation')}`} {...dialog} />
}
