import type { FormEvent, ReactNode } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'

interface PartDialogProps {
  title: string
  confirm: string
  onSubmit: (event: FormEvent) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Dialog for one part of a publication, saved with the surrounding form. */
export function PartDialog({ onSubmit, ...props }: PartDialogProps) {
  return (
    <FormDialog
      {...props}
      busy={false}
      problem={null}
      onSubmit={event => {
        event.stopPropagation() // React bubbles it to the surrounding form
        void onSubmit(event)
      }}
    />
  )
}
