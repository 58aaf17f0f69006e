import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import type { IdentificationQualifier } from '../../../shared/contracts/taxonomy.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { FormFields } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { addLabel } from './edits.ts'
import styles from './label/label-panel.module.css'
import { RankField } from './label/rank-field.tsx'
import { dialogTexts as texts } from './texts.ts'
import { qualifierWords } from './words.ts'

interface AddDialogProps {
  projectId: string
  parent: { id: string; name: string } | null
  onAdded: (labelId: string) => void
  onClose: () => void
}

/** Dialog for a new label with only the essential fields. The panel beside the list has the others. */
export default function AddDialog({ projectId, parent, onAdded, onClose }: AddDialogProps) {
  const form = useId()
  const { mutate, isPending, error } = useMutation(addLabel(projectId))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const name = String(data.get('name')).trim()
    if (name === '') return
    const rank = String(data.get('taxonRank')).trim().toLowerCase()
    const taxon = data.get('isTaxon') === 'on' ? { scientificName: name, ...(rank !== '' && { taxonRank: rank }) } : {}
    const qualifier = String(data.get('identificationQualifier')) as IdentificationQualifier | ''
    const morphospecies = String(data.get('morphospecies')).trim()
    const openName = { ...(qualifier !== '' && { identificationQualifier: qualifier }), ...(morphospecies !== '' && { morphospecies }) }
    mutate({ name, parentId: parent?.id ?? null, ...taxon, ...openName }, { onSuccess: ({ id }) => onAdded(id) })
  }

  return (
    <Dialog
      title={parent ? texts.add.titleUnder(parent.name) : texts.add.title}
      isOpen
      onClose={onClose}
      keepOpenOutside
      actions={
        <>
          <Button onClick={onClose}>{texts.add.cancel}</Button>
          <Button variant="primary" type="submit" form={form} busy={isPending}>
            {texts.add.submit}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <FormFields>
          <FormSummary title={error && sentenceOf(error, texts.add.failed)} />
          <TextField label={texts.add.name} name="name" required maxLength={200} autoComplete="off" autoFocus />
          <Checkbox name="isTaxon" label={texts.add.isTaxon} description={texts.add.isTaxonAbout} />
          <RankField optional />
          <details className={styles.openName}>
            <summary>{texts.add.openName}</summary>
            <FormFields>
              <Select
                label={texts.add.qualifier}
                name="identificationQualifier"
                options={[
                  { value: '', label: texts.add.noQualifier },
                  ...Object.entries(qualifierWords).map(([value, words]) => ({ value, label: `${value}: ${words}` }))
                ]}
              />
              <TextField label={texts.add.morphospecies} name="morphospecies" optional maxLength={60} autoComplete="off" />
            </FormFields>
          </details>
        </FormFields>
      </form>
    </Dialog>
  )
}
