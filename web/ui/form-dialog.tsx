import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormSummary } from './form-summary.tsx'
import { FormFields } from './section.tsx'
import * as texts from './texts.ts'

interface FormDialogProps {
  title: string
  /** Label of the submit button. */
  confirm: string
  busy: boolean
  /** Error that concerns the form as a whole. */
  problem: string | null
  /** Called with the form after each change to a field. */
  onChange?: (form: HTMLFormElement) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with one form. Errors are shown above the fields, and the submit button is at the bottom. */
export function FormDialog({ title, confirm, busy, problem, onChange, onSubmit, onClose, children }: FormDialogProps) {
  const formId = useId()
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      keepOpenOutside
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={formId} onChange={event => onChange?.(event.currentTarget)} onSubmit={onSubmit} noValidate>
        <FormFields>
          <FormSummary title={problem} />
          {children}
        </FormFields>
      </form>
    </Dialog>
  )
}
