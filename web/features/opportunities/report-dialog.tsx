import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ReportReason } from '../../../shared/contracts/opportunities.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { reportOpportunity } from './queries.ts'
import { texts } from './texts.ts'

const { moderation: words } = texts

/** Dialog that reports an opportunity to the administrators. */
export function ReportDialog({ opportunityId, onClose }: { opportunityId: string; onClose: () => void }) {
  const { mutateAsync, isPending } = useMutation(reportOpportunity(opportunityId))
  const [problem, setProblem] = useState<string | null>(null)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    try {
      await mutateAsync({ reason: String(form.get('reason')) as ReportReason, note: String(form.get('note') ?? '').trim() || null })
      showToast({ tone: 'ok', title: words.sent })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, texts.refused))
    }
  }

  return (
    <FormDialog
      title={words.report}
      confirm={words.send}
      busy={isPending}
      problem={problem}
      onSubmit={event => void send(event)}
      onClose={onClose}
    >
      <p>{words.reportAbout}</p>
      <Select label={words.reason} name="reason" options={Object.entries(words.reasons).map(([value, label]) => ({ value, label }))} />
      <TextArea label={words.note} name="note" optional rows={3} maxLength={1000} />
    </FormDialog>
  )
}
