import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Funding } from '../../../shared/contracts/publication.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Card } from './card.tsx'
import { atMost, type PublicationForm } from './field-props.ts'
import { OrderedList } from './ordered-list.tsx'
import { PartDialog } from './part-dialog.tsx'
import styles from './publication.module.css'

/** The funders of the work. */
export function FundingCard({ form: { watch, setValue }, readOnly }: { form: PublicationForm; readOnly: boolean }) {
  const funding = watch('funding')
  const [editing, setEditing] = useState<{ at: number | null } | null>(null)
  const set = (next: Funding[]) => setValue('funding', next, { shouldDirty: true })
  return (
    <Card
      title="Funding"
      description="Funders of the work, and their awards."
      actions={
        !readOnly && (
          <Button id="publication-funding" size="small" icon={<PlusIcon aria-hidden />} onClick={() => setEditing({ at: null })}>
            Add funding
          </Button>
        )
      }
    >
      {funding.length === 0 ? (
        <p className={styles.quiet}>No funder is named.</p>
      ) : (
        <OrderedList
          label="Funders of the data set"
          items={funding}
          nameOf={({ funder }) => funder}
          readOnly={readOnly}
          onChange={set}
          onEdit={at => setEditing({ at })}
        >
          {({ funder, award, title, address }) => (
            <>
              <span className={styles.name}>{funder}</span>
              <span className={styles.about}>{[award, title, address].filter(Boolean).join(' · ') || 'No award'}</span>
            </>
          )}
        </OrderedList>
      )}
      {editing && (
        <FundingDialog
          funding={editing.at === null ? null : (funding[editing.at] ?? null)}
          onSave={saved => {
            set(editing.at === null ? [...funding, saved] : funding.with(editing.at, saved))
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  )
}

interface FundingDialogProps {
  /** null: a new one. */
  funding: Funding | null
  onSave: (funding: Funding) => void
  onClose: () => void
}

function FundingDialog({ funding, onSave, onClose }: FundingDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      funder: funding?.funder ?? '',
      award: funding?.award ?? '',
      title: funding?.title ?? '',
      address: funding?.address ?? ''
    },
    mode: 'onTouched'
  })
  const { errors } = formState
  const orNull = (text: string) => text.trim() || null
  const submit = handleSubmit(({ funder, award, title, address }) =>
    onSave({ funder: funder.trim(), award: orNull(award), title: orNull(title), address: orNull(address) })
  )
  return (
    <PartDialog title={funding ? 'Edit funding' : 'Add funding'} confirm={funding ? 'Done' : 'Add'} onSubmit={submit} onClose={onClose}>
      <TextField
        label="Funder"
        autoComplete="off"
        error={errors.funder?.message}
        {...register('funder', { ...atMost(300), validate: text => text.trim() !== '' || 'Name the funder' })}
      />
      <TextField label="Award number" optional autoComplete="off" error={errors.award?.message} {...register('award', atMost(200))} />
      <TextField label="Title of the award" optional autoComplete="off" error={errors.title?.message} {...register('title', atMost(500))} />
      <TextField
        label="Address of the award"
        optional
        inputMode="url"
        autoComplete="off"
        error={errors.address?.message}
        {...register('address', {
          ...atMost(1000),
          pattern: { value: /^\s*(https?:\/\/\S+)?\s*$/, message: 'An address begins with https://' }
        })}
      />
    </PartDialog>
  )
}
