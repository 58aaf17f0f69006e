import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { LabelDetail } from '../../../../shared/contracts/taxonomy.ts'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { reviseLabel } from '../edits.ts'
import { labelTexts as texts } from '../texts.ts'
import { type FieldFault, readLabelForm } from './label-fields.ts'
import { AnnotatingGroup, KnowledgeGroup, NameGroup, NomenclatureGroup, OtherNamesGroup, StatusGroup } from './label-groups.tsx'
import styles from './label-panel.module.css'

const { form: words } = texts

interface LabelFormProps extends Pick<Parameters<typeof AnnotatingGroup>[0], 'paletteColour' | 'hotkeys'> {
  /** Label to edit. The form keeps its first value, so an edit that would overwrite another member's change is refused as stale. */
  label: LabelDetail
  onDone: () => void
  onReload: () => void
}

/** Form with all fields of a label. An empty field clears its value. */
export default function LabelForm({ label: present, paletteColour, hotkeys, onDone, onReload }: LabelFormProps) {
  const id = useId()
  const [label] = useState(present)
  const { mutate, isPending, error } = useMutation(reviseLabel())
  const [faults, setFaults] = useState<FieldFault[]>([])
  const errorOf = (name: string) => faults.find(fault => fault.name === name)?.message
  const isStale = error instanceof ApiError && error.code === 'STALE_REVISION'

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reading = readLabelForm(new FormData(event.currentTarget))
    if ('faults' in reading) return setFaults(reading.faults)
    setFaults([])
    mutate({ labelId: label.id, edit: { ...reading.edit, revision: label.revision } }, { onSuccess: onDone })
  }

  const field = (name: string) => ({ id: `${id}-${name}`, name, error: errorOf(name), autoComplete: 'off' })
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <FormSummary
        title={faults.length > 0 ? words.faulty : error ? sentenceOf(error, words.notSaved) : null}
        errors={faults.map(({ name, message }) => ({ fieldId: `${id}-${name}`, message }))}
      />
      {isStale && (
        <div>
          <Button size="small" onClick={onReload}>
            {words.reload}
          </Button>
        </div>
      )}
      <NameGroup label={label} field={field} />
      <NomenclatureGroup label={label} field={field} />
      <StatusGroup label={label} field={field} />
      <OtherNamesGroup label={label} field={field} />
      <AnnotatingGroup label={label} field={field} paletteColour={paletteColour} hotkeys={hotkeys} />
      <KnowledgeGroup label={label} field={field} />
      <div className={styles.formActions}>
        <Button onClick={onDone}>{words.cancel}</Button>
        <Button variant="primary" type="submit" busy={isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
