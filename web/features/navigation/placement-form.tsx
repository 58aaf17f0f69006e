import { useState } from 'react'
import type { PlacementSettings, Profile, Track, TrackFact } from '../../../shared/contracts/navigation.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './navigation.module.css'
import { factWords } from './words.ts'

interface PlacementFormProps {
  track: Track
  settings: PlacementSettings
  cameras: Profile['cameras']
  onChange: (some: Partial<PlacementSettings>) => void
}

const everyCamera = 'every'
const unknownCamera = 'unknown'
const mostGapSeconds = 3600

/** Which facts images take, which images are meant, and how far apart fixes may be. */
// Long: the fields of one form in their order.
export function PlacementForm({ track: { report }, settings, cameras, onChange }: PlacementFormProps) {
  const [gap, setGap] = useState(String(settings.gapSeconds))
  const gapSeconds = readNumber(gap)
  const isGapWrong = gapSeconds === null || !(gapSeconds >= 0 && gapSeconds <= mostGapSeconds)
  const offered = report?.facts ?? []
  const toggle = (fact: TrackFact, isOn: boolean) =>
    onChange({ facts: offered.filter(one => (one === fact ? isOn : settings.facts.includes(one))) })
  return (
    <div className={styles.form}>
      <fieldset className={styles.choices}>
        <legend>Images take</legend>
        {offered.map(fact => (
          <Checkbox
            key={fact}
            label={fact === 'depth' && report?.depthOf === 'seaFloor' ? 'Depth of the sea floor, by echo sounder' : factWords[fact]}
            checked={settings.facts.includes(fact)}
            onChange={event => toggle(fact, event.target.checked)}
          />
        ))}
        <Checkbox
          label="Overwrite values that images have already"
          checked={settings.overwrite ?? false}
          onChange={event => onChange({ overwrite: event.target.checked })}
        />
      </fieldset>
      <div className={styles.pair}>
        <TextField
          label="Longest gap between fixes"
          inputMode="decimal"
          autoComplete="off"
          after="s"
          value={gap}
          error={isGapWrong ? `A number of seconds from 0 to ${mostGapSeconds}` : undefined}
          description="An image between fixes further apart gets nothing."
          onChange={event => {
            setGap(event.target.value)
            const read = readNumber(event.target.value)
            if (read !== null && read >= 0 && read <= mostGapSeconds) onChange({ gapSeconds: read })
          }}
        />
        <TextField
          label="Only images with this in their name"
          autoComplete="off"
          optional
          maxLength={200}
          value={settings.search ?? ''}
          onChange={event => onChange({ search: event.target.value })}
        />
        <Select
          label="Camera"
          value={settings.camera === undefined ? everyCamera : (settings.camera ?? unknownCamera)}
          onChange={({ target: { value } }) =>
            onChange({ camera: value === everyCamera ? undefined : value === unknownCamera ? null : value })
          }
          options={[
            { value: everyCamera, label: 'Every camera' },
            ...cameras.map(({ camera, count }) => ({
              value: camera ?? unknownCamera,
              label: `${camera ?? 'Unknown camera'} (${formatCount(count, 'image')})`
            }))
          ]}
        />
      </div>
      {settings.camera === undefined && cameras.length > 1 && (
        <Note>Images of {formatCount(cameras.length, 'camera')} lie in this time. Each has a clock of its own: place them one by one.</Note>
      )}
    </div>
  )
}
