import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MergedField, Opportunity } from '../../../../shared/contracts/opportunities.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { FormFields } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { mergeOpportunities, opportunity as opportunityQuery } from '../queries.ts'
import { fieldNames, kinds, texts } from '../texts.ts'
import { valueWords } from '../value-words.ts'
import { differingFields } from './differing-fields.ts'
import styles from './merge.module.css'
import { texts as words } from './texts.ts'

interface MergeDialogProps {
  opportunity: Opportunity
  otherId: string
  onClose: () => void
}

/** Dialog that merges an opened opportunity with a similar one. The person picks the one that stays, and a value for each field that differs. */
export function MergeDialog({ opportunity, otherId, onClose }: MergeDialogProps) {
  const formId = useId()
  const found = useQuery(opportunityQuery(otherId))
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      title={words.title}
      isOpen
      onClose={onClose}
      size="wide"
      keepOpenOutside
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy} disabled={!found.data}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <Loaded query={found} failed={texts.page.failed} skeleton={<SkeletonRows rows={6} label={texts.page.loading} />}>
        {other => <MergeForm formId={formId} pair={[opportunity, other]} onBusy={setBusy} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

interface MergeFormProps {
  formId: string
  /** The opened opportunity, and the similar one. */
  pair: readonly [Opportunity, Opportunity]
  onBusy: (isBusy: boolean) => void
  onClose: () => void
}

// Long: one form.
function MergeForm({ formId, pair, onBusy, onClose }: MergeFormProps) {
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(mergeOpportunities())
  const stayable = pair.filter(({ state }) => state === 'published')
  const [keptId, setKeptId] = useState(stayable[0]?.id)
  const [choices, setChoices] = useState<Partial<Record<MergedField, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [kept, other] = keptId === pair[1].id ? [pair[1], pair[0]] : pair
  const fields = differingFields(kept, other)
  const chosen = ({ name, isOnlyInOther }: (typeof fields)[number]) => choices[name] ?? (isOnlyInOther ? other.id : kept.id)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim() || null
    const take = fields.filter(field => chosen(field) === other.id).map(({ name }) => name)
    onBusy(true)
    try {
      await mutateAsync({ id: kept.id, json: { revision: kept.revision, otherId: other.id, otherRevision: other.revision, take, reason } })
      showToast({ tone: 'ok', title: words.done })
      onClose()
      void navigate(`/opportunities/${kept.id}`)
    } catch (error) {
      setProblem(sentenceOf(error, texts.refused))
    } finally {
      onBusy(false)
    }
  }

  return (
    <form id={formId} onSubmit={event => void send(event)} noValidate>
      <FormFields>
        <FormSummary title={problem} />
        <p>{words.about}</p>
        {stayable.length > 1 ? (
          <RadioGroup
            legend={words.stays}
            name="stays"
            value={kept.id}
            onChange={setKeptId}
            options={pair.map((one, nth) => ({
              value: one.id,
              label: one.title,
              description: words.sides[nth === 0 ? 'opened' : 'similar']
            }))}
          />
        ) : (
          <p>{words.onlyStays(kept.title)}</p>
        )}
        {fields.length === 0 && <p className={styles.quiet}>{words.same}</p>}
        {fields.map(field => (
          <RadioGroup
            key={field.name}
            legend={fieldNames[field.name] ?? field.name}
            name={`field-${field.name}`}
            className={styles.sides ?? ''}
            value={chosen(field)}
            onChange={id => setChoices(before => ({ ...before, [field.name]: id }))}
            options={[kept, other].map(one => ({
              value: one.id,
              label: field.name === 'kind' ? kinds[one.kind] : valueWords(one[field.name]),
              description: one === kept ? words.ofKept : words.ofOther
            }))}
          />
        ))}
        <TextField label={words.reason} name="reason" optional maxLength={200} />
      </FormFields>
    </form>
  )
}
