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
import { texts } from './texts.ts'

const { person: words } = texts

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
  /** Person to edit; null for a new one. */
  person: PublishedPerson | null
  onSave: (person: PublishedPerson) => void
  onClose: () => void
}

/** Dialog for a person of the dataset, saved with the surrounding form. */
// Long: all fields of one form, in order.
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
      title={person ? words.edit : words.add}
      confirm={person ? words.done : words.confirmAdd}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.pair}>
        <TextField
          label={words.givenName}
          optional
          autoComplete="off"
          error={errors.givenName?.message}
          {...register('givenName', atMost(200))}
        />
        <TextField
          label={words.surName}
          autoComplete="off"
          error={errors.surName?.message}
          {...register('surName', { ...atMost(200), validate: text => text.trim() !== '' || words.noSurName })}
        />
      </div>
      <Select
        label={words.role}
        description={words.roleAbout}
        options={Object.entries(agentRoles).map(([value, label]) => ({ value, label }))}
        {...register('role')}
      />
      <TextField
        label={words.organization}
        optional
        autoComplete="off"
        error={errors.organizationName?.message}
        {...register('organizationName', atMost(300))}
      />
      <div className={styles.pair}>
        <TextField
          label={words.orcid}
          optional
          autoComplete="off"
          placeholder="0000-0002-1825-0097"
          error={errors.orcid?.message}
          {...register('orcid', {
            validate: text => text.trim() === '' || isOrcid(tidyOrcid(text)) || words.noOrcid,
            onBlur: event => setValue('orcid', tidyOrcid(event.target.value))
          })}
        />
        <TextField
          label={words.email}
          optional
          inputMode="email"
          autoComplete="off"
          error={errors.email?.message}
          {...register('email', {
            ...atMost(254),
            pattern: { value: /^\s*([^\s@]+@[^\s@]+)?\s*$/, message: words.noEmail }
          })}
        />
      </div>
      <Checkbox label={words.tookImages} description={words.tookImagesAbout} {...register('tookImages')} />
    </PartDialog>
  )
}
