import { useState } from 'react'
import type { Deadline } from '../../../shared/contracts/opportunities.ts'
import { opportunityDeadlineLimit } from '../../../shared/limits.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { DeleteIcon, PlusIcon } from '../../ui/icons.tsx'
import { Select } from '../../ui/select.tsx'
import { DateField, TextField } from '../../ui/text-field.tsx'
import styles from './form.module.css'
import { texts } from './texts.ts'

const { form: words } = texts

const zones = () => [
  { value: '', label: words.noZone },
  { value: 'AoE', label: words.aoe },
  { value: 'UTC', label: 'UTC' },
  ...Intl.supportedValuesOf('timeZone')
    .filter(zone => zone !== 'UTC')
    .map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))
]

interface DeadlineFieldsProps {
  deadlines: readonly Deadline[]
  isRolling: boolean
  /** Errors by field name, such as `deadlines-0-date`. */
  errors: Record<string, string>
}

/** Fields for up to five deadlines of a call, and a checkbox for a rolling call. An empty deadline is left out. */
// Long: the fields of one group in order.
export function DeadlineFields({ deadlines, isRolling, errors }: DeadlineFieldsProps) {
  const [rows, setRows] = useState(() => (deadlines.length > 0 ? deadlines : [null]).map((deadline, key) => ({ key, deadline })))
  const [options] = useState(zones)
  const add = () => setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, deadline: null }])
  return (
    <fieldset className={styles.group}>
      <legend>{words.deadlines}</legend>
      {rows.map(({ key, deadline }, place) => {
        const name = (field: string) => `deadlines-${place}-${field}`
        return (
          <div key={key} className={styles.deadline}>
            <DateField label={words.date} name={name('date')} optional defaultValue={deadline?.date ?? ''} error={errors[name('date')]} />
            <TextField
              label={words.time}
              name={name('time')}
              optional
              autoComplete="off"
              placeholder="17:00"
              description={words.timeAbout}
              defaultValue={deadline?.time ?? ''}
              error={errors[name('time')]}
            />
            <IconButton
              label={words.removeDeadline(place + 1)}
              className={styles.remove}
              onClick={() => setRows(rows.filter(row => row.key !== key))}
            >
              <DeleteIcon />
            </IconButton>
            <div className={`${styles.zone} ${styles.pair}`}>
              <Select
                label={words.zone}
                name={name('zone')}
                defaultValue={deadline?.zone ?? ''}
                options={options}
                error={errors[name('zone')]}
              />
              <TextField
                label={words.deadlineLabel}
                name={name('label')}
                optional
                autoComplete="off"
                maxLength={100}
                description={words.labelAbout}
                defaultValue={deadline?.label ?? ''}
              />
              <Checkbox
                label={words.isMonth}
                description={words.isMonthAbout}
                name={name('isMonth')}
                defaultChecked={deadline?.precision === 'month'}
              />
            </div>
          </div>
        )
      })}
      {rows.length < opportunityDeadlineLimit && (
        <Button size="small" className={styles.start} icon={<PlusIcon aria-hidden />} onClick={add}>
          {words.addDeadline}
        </Button>
      )}
      <Checkbox label={words.isRolling} description={words.isRollingAbout} name="isRolling" defaultChecked={isRolling} />
    </fieldset>
  )
}
