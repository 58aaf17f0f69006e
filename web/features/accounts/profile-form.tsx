import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { User } from '../../../shared/contracts/accounts.ts'
import { isOrcid, tidyOrcid } from '../../../shared/vocabulary/orcid.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { LeaveWarning } from '../../ui/leave-warning.tsx'
import { resetSent } from '../../ui/reset-sent.ts'
import { FormFields } from '../../ui/section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { reviseProfile } from './queries.ts'
import { texts } from './texts.ts'

const { profile: words } = texts

interface ProfileFields {
  name: string
  affiliation: string
  orcid: string
}

const fieldsOf = ({ name, affiliation, orcid }: User): ProfileFields => ({
  name: name ?? '',
  affiliation: affiliation ?? '',
  orcid: orcid ?? ''
})

/** Form for a person's name, affiliation and ORCID iD, which others see and exports credit. */
// Long: one form, field by field.
export function ProfileForm({ user, onChanged }: { user: User; onChanged: (user: User) => void }) {
  const { mutateAsync: revise } = useMutation(reviseProfile())
  const form = useForm({ defaultValues: fieldsOf(user), mode: 'onTouched' })
  const { register, handleSubmit, formState, setError, setValue } = form
  const { errors, isDirty, isSubmitting } = formState

  /** Shows what another page changed in the fields that this person has left alone. */
  function takeNewest(newest: User) {
    onChanged(newest)
    resetSent(form, fieldsOf(user), fieldsOf(newest))
  }

  const submit = handleSubmit(async fields => {
    try {
      const changed = await revise({
        revision: user.revision,
        name: fields.name.trim() || null,
        affiliation: fields.affiliation.trim() || null,
        orcid: tidyOrcid(fields.orcid) || null
      })
      onChanged(changed)
      resetSent(form, fields, fieldsOf(changed))
      showToast({ tone: 'ok', title: words.saved })
    } catch (error) {
      const fault = error instanceof ApiError ? error.errors.find(({ path }) => path === '/orcid') : undefined
      if (fault) setError('orcid', { message: fault.message })
      const isStale = error instanceof ApiError && error.code === 'STALE_REVISION'
      if (isStale) await call('GET /auth/me', {}).then(takeNewest, () => {})
      setError('root', { message: isStale ? words.stale : sentenceOf(error, words.failed) })
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <LeaveWarning unsaved={isDirty && !isSubmitting} />
      <FormFields>
        <FormSummary title={errors.root?.message ?? null} />
        <TextField
          {...register('name', { maxLength: { value: 200, message: words.tooLong(200) } })}
          label={words.name}
          optional
          autoComplete="name"
          error={errors.name?.message}
          description={words.aboutName}
        />
        <TextField
          {...register('affiliation', { maxLength: { value: 300, message: words.tooLong(300) } })}
          label={words.affiliation}
          optional
          autoComplete="organization"
          error={errors.affiliation?.message}
          description={words.aboutAffiliation}
        />
        <TextField
          {...register('orcid', {
            validate: text => text.trim() === '' || isOrcid(tidyOrcid(text)) || orcidFault(tidyOrcid(text)),
            onBlur: event => setValue('orcid', tidyOrcid(event.target.value), { shouldDirty: true })
          })}
          label={words.orcid}
          optional
          autoComplete="off"
          spellCheck={false}
          error={errors.orcid?.message}
          description={words.aboutOrcid}
        />
        <div>
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isDirty}>
            {words.save}
          </Button>
        </div>
      </FormFields>
    </form>
  )
}

function orcidFault(text: string): string {
  return /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text) ? words.wrongCheckCharacter : words.notOrcid
}
