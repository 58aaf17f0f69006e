import { useForm } from 'react-hook-form'
import type { PublishedPerson } from '../../../shared/contracts/publication.ts'
import { type AgentRole, agentRoles } from '../../../shared/vocabulary/agent-roles.ts'
import { isOrcid, tidyOrcid } from '../../../shared/vocabulary/orcid.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { atMost } from './field-props.ts'
import { PartDialog } from './part-dialog.tsx'
import styles from './publication.module.css'

interface PersonFields {
  givenName: string
  surName: string
  organizationName: string
  email: string
  orcid: string
  role: AgentRole
  tookImages: boolean
}

interface PersonDialogProps {
  /** null: a new one. */
  person: PublishedPerson | null
  onSave: (person: PublishedPerson) => void
  onClose: () => void
}

/** One person of a data set. It is saved with the form behind. */
// Long: the fields of one form in their order.
export function PersonDialog({ person, onSave, onClose }: PersonDialogProps) {
  const { register, handleSubmit, setValue, formState } = useForm<PersonFields>({
    defaultValues: {
      givenName: person?.givenName ?? '',
      surName: person?.surName ?? '',
      organizationName: person?.organizationName ?? '',
      email: person?.email ?? '',
      orcid: person?.orcid ?? '',
      role: person?.role ?? 'creator',
      tookImages: person?.tookImages ?? false
    },
    mode: 'onTouched'
  })
  const { errors } = formState
  const submit = handleSubmit(({ role, tookImages, surName, ...texts }) =>
    onSave({
      surName: surName.trim(),
      givenName: texts.givenName.trim() || null,
      organizationName: texts.organizationName.trim() || null,
      email: texts.email.trim() || null,
      orcid: tidyOrcid(texts.orcid) || null,
      role,
      tookImages
    })
  )
  return (
    <PartDialog
      title={person ? 'Edit a person' : 'Add a person'}
      confirm={person ? 'Done' : 'Add person'}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.pair}>
        <TextField
          label="Given name"
          optional
          autoComplete="off"
          error={errors.givenName?.message}
          {...register('givenName', atMost(200))}
        />
        <TextField
          label="Surname"
          autoComplete="off"
          error={errors.surName?.message}
          {...register('surName', { ...atMost(200), validate: text => text.trim() !== '' || 'Write the surname' })}
        />
      </div>
      <Select
        label="Part"
        description="The creators stand in the citation."
        options={Object.entries(agentRoles).map(([value, label]) => ({ value, label }))}
        {...register('role')}
      />
      <TextField
        label="Organization"
        optional
        autoComplete="off"
        error={errors.organizationName?.message}
        {...register('organizationName', atMost(300))}
      />
      <div className={styles.pair}>
        <TextField
          label="ORCID iD"
          optional
          autoComplete="off"
          placeholder="0000-0002-1825-0097"
          error={errors.orcid?.message}
          {...register('orcid', {
            validate: text => text.trim() === '' || isOrcid(tidyOrcid(text)) || 'This is not an ORCID iD. Is a digit mistyped?',
            onBlur: event => setValue('orcid', tidyOrcid(event.target.value))
          })}
        />
        <TextField
          label="E-mail"
          optional
          inputMode="email"
          autoComplete="off"
          error={errors.email?.message}
          {...register('email', {
            ...atMost(254),
            pattern: { value: /^\s*([^\s@]+@[^\s@]+)?\s*$/, message: 'This is no e-mail address' }
          })}
        />
      </div>
      <Checkbox label="Took the images" description="Stands as recordedBy with every occurrence." {...register('tookImages')} />
    </PartDialog>
  )
}
