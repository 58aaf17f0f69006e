import { LabelDialog, type LabelDialogProps } from '../label-dialog.tsx'
import { relabelTitle } from './texts.ts'

interface RelabelDialogProps extends Omit<LabelDialogProps, 'title'> {
  count: number
}

/** Dialog for choosing a new label for the selected annotations. */
export function RelabelDialog({ count, ...dialog }: RelabelDialogProps) {
  return <LabelDialog title={relabelTitle(count)} {...dialog} />
}
