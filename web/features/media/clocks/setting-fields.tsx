import { useId } from 'react'
import { offsetName, offsetsInUse } from '../../../../shared/clock/zones.ts'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './clocks.module.css'
import { type ClockSpan, offsetsOf, ownZone, type ReadSetting, type SettingDraft } from './setting-draft.ts'
import { texts } from './texts.ts'

const { fields: words } = texts

interface SettingFieldsProps {
  draft: SettingDraft
  onDraft: (draft: SettingDraft) => void
  read: ReadSetting
  span: ClockSpan | null
}

/** Fields of a clock setting: the zone, and the error of the clock. */
// Long: the fields of one form in order.
export function SettingFields({ draft, onDraft, read, span }: SettingFieldsProps) {
  const places = useId()
  const own = ownZone()
  const problem = 'setting' in read ? {} : read
  const change = (part: Partial<SettingDraft>) => onDraft({ ...draft, ...part })
  return (
    <>
      <RadioGroup
        legend={words.zone}
        name="zone"
        value={draft.kind}
        onChange={kind => change({ kind })}
        options={[
          { value: 'utc' as const, label: 'UTC' },
          ...(own === 'UTC'
            ? []
            : [
                {
                  value: 'own' as const,
                  label: words.own(own),
                  description: span && words.offsets(offsetsOf(own, span))
                }
              ]),
          { value: 'offset' as const, label: words.offset },
          { value: 'place' as const, label: words.place }
        ]}
      />
      {draft.kind === 'offset' && (
        <Select
          label={words.offsetLabel}
          className={styles.zone}
          value={draft.offset}
          onChange={event => change({ offset: event.target.value })}
          options={[{ value: '', label: words.chooseOffset, disabled: true }, ...offsets]}
        />
      )}
      {draft.kind === 'place' && (
        <>
          <TextField
            label={words.placeLabel}
            description={span && draft.place && !problem.zone ? placeWords(draft.place, span) : words.includesSummer}
            className={styles.zone}
            list={places}
            placeholder="Pacific/Auckland"
            autoComplete="off"
            spellCheck={false}
            value={draft.place}
            error={problem.zone}
            onChange={event => change({ place: event.target.value })}
          />
          <datalist id={places}>
            {Intl.supportedValuesOf('timeZone').map(zone => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
      <div className={styles.off}>
        <Select
          label={words.error}
          value={draft.error}
          onChange={event => change({ error: event.target.value as SettingDraft['error'] })}
          options={[
            { value: 'right', label: words.right },
            { value: 'fast', label: words.fast },
            { value: 'slow', label: words.slow }
          ]}
        />
        {draft.error !== 'right' && (
          <TextField
            label={words.by}
            placeholder="0:01:30"
            inputMode="text"
            autoComplete="off"
            value={draft.by}
            error={draft.by === '' ? undefined : problem.by}
            onChange={event => change({ by: event.target.value })}
          />
        )}
      </div>
      {draft.error === 'right' && problem.by && (
        <p className={styles.problem} role="alert">
          {problem.by}
        </p>
      )}
    </>
  )
}

const offsets = offsetsInUse
  .filter(minutes => minutes !== 0)
  .map(minutes => ({ value: offsetName(minutes), label: `UTC${offsetName(minutes).replace('-', '−')}` }))

function placeWords(zone: string, span: ClockSpan): string {
  try {
    return words.offsets(offsetsOf(zone.trim(), span))
  } catch {
    return words.includesSummer
  }
}
