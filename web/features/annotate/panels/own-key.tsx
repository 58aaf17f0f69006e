import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { digits } from '../../../annotation/number-keys.ts'
import styles from '../../../annotation/panels.module.css'
import { BareSelect } from '../../../ui/select.tsx'
import * as texts from '../texts.ts'

interface OwnKeyProps {
  label: OutlineLabel
  onGive: (labelId: string, digit: number | null) => void
}

/** Select for a person's own number key for a label. It overrides the project's key. */
export function OwnKey({ label, onGive }: OwnKeyProps) {
  return (
    <p className={styles.ownKey}>
      {texts.objects.ownKey}
      <BareSelect
        label={texts.objects.ownKeyOf(label.name)}
        value={label.ownKey?.toString() ?? ''}
        options={[{ value: '', label: texts.objects.noKey }, ...digits.map(each => ({ value: String(each), label: String(each) }))]}
        onChange={event => onGive(label.id, event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
      />
    </p>
  )
}
