import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { User } from '../../../shared/contracts/accounts.ts'
import { isOrcid, tidyOrcid } from '../../../shared/vocabulary/orcid.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { LeaveWarning } from '../../ui/leave-warning.tsx'
import { FormFields } from '../../ui/section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { reviseProfile } from './queries.ts'

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

/** Who the person is, as others see it and as it is credited in exports. */
// Long: the fields of one form in their order.
export function ProfileForm({ user, onChanged }: { user: User; onChanged: (user: User) => void }) {
  const { mutateAsync: revise } = useMutation(reviseProfile())
  const { register, handleSubmit, formState, reset, setError, setValue } = useForm({ defaultValues: fieldsOf(user), mode: 'onTouched' })
  const { errors, isDirty, isSubmitting } = formState

  const submit = handleSubmit(async fields => {
    try {
      const changed = await revise({
        revision: user.revision,
        name: fields.name.trim() || null,
        affiliation: fields.affiliation.trim() || null,
        orcid: tidyOrcid(fields.orcid) || null
      })
      onChanged(changed)
      reset(fieldsOf(changed))
      showToast({ tone: 'ok', title: 'Saved' })
    } catch (error) {
      const told = error instanceof ApiError ? error.errors.find(({ path }) => path === '/orcid') : undefined
      if (told) setError('orcid', { message: told.message })
      setError('root', { message: sentenceOf(error, 'The profile could not be saved') })
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <LeaveWarning unsaved={isDirty && !isSubmitting} />
      <FormFields>
        <FormSummary title={errors.root?.message ?? null} />
        <TextField
          {...register('name', { maxLength: { value: 200, message: 'At most 200 characters' } })}
          label="Name"
          optional
          autoComplete="name"
          error={errors.name?.message}
          description="As it should stand beside your work: in lists, in activity and as identifiedBy in exports."
        />
        <TextField
          {...register('affiliation', { maxLength: { value: 300, message: 'At most 300 characters' } })}
          label="Affiliation"
          optional
          autoComplete="organization"
          error={errors.affiliation?.message}
          description="Institute or organization."
        />
        <TextField
          {...register('orcid', {
            validate: text => text.trim() === '' || isOrcid(tidyOrcid(text)) || orcidFault(tidyOrcid(text)),
            onBlur: event => setValue('orcid', tidyOrcid(event.target.value), { shouldDirty: true })
          })}
          label="ORCID iD"
          optional
          autoComplete="off"
          spellCheck={false}
          error={errors.orcid?.message}
          description="Ties your records to you for good, whatever your name or institute. 16 characters, like 0000-0002-1825-0097."
        />
        <div>
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isDirty}>
            Save profile
          </Button>
        </div>
      </FormFields>
    </form>
  )
}

function orcidFault(text: string): string {
  return /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text)
    ? 'This is not an ORCID iD: its last character does not fit the others. Is a digit mistyped?'
    : 'An ORCID iD has 16 characters in four groups, like 0000-0002-1825-0097'
}
