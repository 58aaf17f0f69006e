import type { Berth } from '../../../shared/contracts/opportunities.ts'
import { DateField, TextArea, TextField } from '../../ui/text-field.tsx'
import { berthCounts, berthDays, berthNames, berthTexts } from './berth-names.ts'
import styles from './form.module.css'
import { berthFacts, texts } from './texts.ts'

/** Form fields for a berth on a cruise. */
export function BerthFields({ berth, errors }: { berth: Berth | null; errors: Record<string, string> }) {
  const field = (name: keyof Berth) => {
    const props = { label: berthFacts[name], name, optional: true, defaultValue: String(berth?.[name] ?? ''), error: errors[name] }
    if (berthDays.includes(name)) return <DateField key={name} {...props} />
    if (berthTexts.includes(name)) return <TextArea key={name} {...props} rows={2} maxLength={1000} />
    return (
      <TextField key={name} {...props} autoComplete="off" maxLength={200} {...(berthCounts.includes(name) && { inputMode: 'numeric' })} />
    )
  }
  return (
    <fieldset className={styles.group}>
      <legend>{texts.form.berth}</legend>
      <div className={styles.pair}>{berthNames.filter(name => !berthTexts.includes(name)).map(field)}</div>
      {berthTexts.map(field)}
    </fieldset>
  )
}
