import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CareerStage, OpportunityKind } from '../../../../shared/contracts/opportunities.ts'
import type { OpportunityProfile } from '../../../../shared/contracts/opportunity-profile.ts'
import { seaRegions } from '../../../../shared/vocabulary/sea-regions.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { countries } from '../countries.ts'
import styles from '../form.module.css'
import { opportunityProfile, setOpportunityProfile } from '../queries.ts'
import { careerStages, kinds } from '../texts.ts'
import { WordsField, wordsIn } from '../words-field.tsx'
import { texts as words } from './texts.ts'

/** Dialog for the person's interests, with which opportunities are compared. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const found = useQuery({ ...opportunityProfile(), refetchOnMount: 'always' })
  if (found.data && !found.isFetching) return <ProfileForm {...found.data} onClose={onClose} />
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Loaded query={found} failed={words.failed} skeleton={<SkeletonRows rows={6} label={words.loading} />}>
        {() => <SkeletonRows rows={6} label={words.loading} />}
      </Loaded>
    </Dialog>
  )
}

interface ProfileFormProps {
  profile: OpportunityProfile
  fromProjects: { regions: string[]; methods: string[]; catalogs: number }
  onClose: () => void
}

// Long: the fields of one form in order.
function ProfileForm({ profile, fromProjects, onClose }: ProfileFormProps) {
  const { mutateAsync, isPending } = useMutation(setOpportunityProfile())
  const [problem, setProblem] = useState<string | null>(null)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    try {
      await mutateAsync({
        kinds: form.getAll('kinds') as OpportunityKind[],
        ...{ taxa: wordsIn(form, 'taxa'), regions: wordsIn(form, 'regions'), methods: wordsIn(form, 'methods') },
        careerStage: (String(form.get('careerStage')) || null) as CareerStage | null,
        country: String(form.get('country')) || null,
        usesProjects: form.get('usesProjects') !== null
      })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, words.refused))
    }
  }

  const { regions, methods, catalogs } = fromProjects
  const known = [words.catalogs(catalogs), ...regions, ...methods].slice(0, 8).join(' · ')
  return (
    <FormDialog
      title={words.title}
      confirm={words.save}
      busy={isPending}
      problem={problem}
      onSubmit={event => void send(event)}
      onClose={onClose}
    >
      <p>{words.about}</p>
      <fieldset className={styles.group}>
        <legend>{words.kinds}</legend>
        <div className={styles.checks}>
          {Object.entries(kinds).map(([kind, label]) => (
            <Checkbox key={kind} label={label} name="kinds" value={kind} defaultChecked={profile.kinds.includes(kind as OpportunityKind)} />
          ))}
        </div>
      </fieldset>
      <WordsField label={words.taxa} name="taxa" defaultWords={profile.taxa} description={words.taxaAbout} />
      <WordsField label={words.regions} name="regions" defaultWords={profile.regions} proposals={seaRegions} />
      <WordsField label={words.methods} name="methods" defaultWords={profile.methods} description={words.methodsAbout} />
      <div className={styles.pair}>
        <Select
          label={words.career}
          name="careerStage"
          defaultValue={profile.careerStage ?? ''}
          options={[{ value: '', label: words.notStated }, ...Object.entries(careerStages).map(([value, label]) => ({ value, label }))]}
        />
        <Select
          label={words.country}
          name="country"
          defaultValue={profile.country ?? ''}
          options={[{ value: '', label: words.notStated }, ...countries()]}
        />
      </div>
      <Checkbox
        label={words.usesProjects}
        name="usesProjects"
        description={catalogs > 0 ? words.fromProjects(known) : words.noProjects}
        defaultChecked={profile.usesProjects}
      />
    </FormDialog>
  )
}
