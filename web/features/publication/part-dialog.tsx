import type { FormEvent, ReactNode } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'

interface PartDialogProps {
  title: string
  confirm: string
  onSubmit: (event: FormEvent) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A dialog about one part of a publication. It is saved with the form behind. */
export function PartDialog({ onSubmit, ...props }: PartDialogProps) {
  return (
    <FormDialog
      {...props}
      busy={false}
      problem={null}
      onSubmit={event => {
        event.stopPropagation() // React passes it on to the form behind
        void onSubmit(event)
      }}
    />
  )
}
