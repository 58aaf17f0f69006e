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
import { texts } from './texts.ts'

const { funding: words } = texts

/** Card with the funders of the work. */
export function FundingCard({ form: { watch, setValue }, readOnly }: { form: PublicationForm; readOnly: boolean }) {
  const funding = watch('funding')
  const [editing, setEditing] = useState<{ at: number | null } | null>(null)
  const set = (next: Funding[]) => setValue('funding', next, { shouldDirty: true })
  return (
    <Card
      title={words.title}
      description={words.description}
      actions={
        !readOnly && (
          <Button id="publication-funding" size="small" icon={<PlusIcon aria-hidden />} onClick={() => setEditing({ at: null })}>
            {words.add}
          </Button>
        )
      }
    >
      {funding.length === 0 ? (
        <p className={styles.quiet}>{words.none}</p>
      ) : (
        <OrderedList
          label={words.list}
          items={funding}
          nameOf={({ funder }) => funder}
          readOnly={readOnly}
          onChange={set}
          onEdit={at => setEditing({ at })}
        >
          {({ funder, award, title, address }) => (
            <>
              <span className={styles.name}>{funder}</span>
              <span className={styles.about}>{[award, title, address].filter(Boolean).join(' · ') || words.noAward}</span>
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
  /** Funding to edit; null for a new entry. */
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
    <PartDialog
      title={funding ? words.edit : words.add}
      confirm={funding ? words.done : words.confirmAdd}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={words.funder}
        autoComplete="off"
        error={errors.funder?.message}
        {...register('funder', { ...atMost(300), validate: text => text.trim() !== '' || words.noFunder })}
      />
      <TextField label={words.award} optional autoComplete="off" error={errors.award?.message} {...register('award', atMost(200))} />
      <TextField label={words.awardTitle} optional autoComplete="off" error={errors.title?.message} {...register('title', atMost(500))} />
      <TextField
        label={words.address}
        optional
        inputMode="url"
        autoComplete="off"
        error={errors.address?.message}
        {...register('address', {
          ...atMost(1000),
          pattern: { value: /^\s*(https?:\/\/\S+)?\s*$/, message: words.noAddress }
        })}
      />
    </PartDialog>
  )
}
