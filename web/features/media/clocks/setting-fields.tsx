import { useId } from 'react'
import { offsetName, offsetsInUse } from '../../../../shared/clock/zones.ts'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './clocks.module.css'
import { type ClockSpan, offsetsOf, ownZone, type ReadSetting, type SettingDraft } from './setting-draft.ts'

interface SettingFieldsProps {
  draft: SettingDraft
  onDraft: (draft: SettingDraft) => void
  read: ReadSetting
  span: ClockSpan | null
}

/** Fields of a clock setting: the zone, and the error of the clock. */
// Long: the fields of one form in their order.
export function SettingFields({ draft, onDraft, read, span }: SettingFieldsProps) {
  const places = useId()
  const own = ownZone()
  const problem = 'setting' in read ? {} : read
  const change = (part: Partial<SettingDraft>) => onDraft({ ...draft, ...part })
  return (
    <>
      <RadioGroup
        legend="The clock was set to"
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
                  label: `${own}, the zone of this computer`,
                  description: span && `${offsetsOf(own, span)} when the images were taken`
                }
              ]),
          { value: 'offset' as const, label: 'Another offset from UTC' },
          { value: 'place' as const, label: 'The local time of another place' }
        ]}
      />
      {draft.kind === 'offset' && (
        <Select
          label="Offset from UTC"
          className={styles.zone}
          value={draft.offset}
          onChange={event => change({ offset: event.target.value })}
          options={[{ value: '', label: 'Choose an offset', disabled: true }, ...offsets]}
        />
      )}
      {draft.kind === 'place' && (
        <>
          <TextField
            label="Place"
            description={span && draft.place && !problem.zone ? `${placeWords(draft.place, span)}` : 'Daylight saving time is included.'}
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
          label="The clock was"
          value={draft.error}
          onChange={event => change({ error: event.target.value as SettingDraft['error'] })}
          options={[
            { value: 'right', label: 'right' },
            { value: 'fast', label: 'fast' },
            { value: 'slow', label: 'slow' }
          ]}
        />
        {draft.error !== 'right' && (
          <TextField
            label="by (h:min:s)"
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
    return `${offsetsOf(zone.trim(), span)} when the images were taken`
  } catch {
    return 'Daylight saving time is included.'
  }
}
