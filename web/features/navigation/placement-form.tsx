import { useState } from 'react'
import type { PlacementSettings, Profile, Track, TrackFact } from '../../../shared/contracts/navigation.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Note } from '../../ui/note.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './navigation.module.css'
import { texts } from './texts.tsx'

const { form: words } = texts

interface PlacementFormProps {
  track: Track
  settings: PlacementSettings
  cameras: Profile['cameras']
  onChange: (some: Partial<PlacementSettings>) => void
}

const everyCamera = 'every'
const unknownCamera = 'unknown'
const mostGapSeconds = 3600

/** Settings of a placement: values, images and the longest gap between fixes. */
// Long: the fields of one form in order.
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
        <legend>{words.facts}</legend>
        {offered.map(fact => (
          <Checkbox
            key={fact}
            label={fact === 'depth' && report?.depthOf === 'seaFloor' ? words.seaFloorDepth : texts.facts[fact]}
            checked={settings.facts.includes(fact)}
            onChange={event => toggle(fact, event.target.checked)}
          />
        ))}
        <Checkbox
          label={words.overwrite}
          checked={settings.overwrite ?? false}
          onChange={event => onChange({ overwrite: event.target.checked })}
        />
      </fieldset>
      <div className={styles.pair}>
        <TextField
          label={words.gap}
          inputMode="decimal"
          autoComplete="off"
          after="s"
          value={gap}
          error={isGapWrong ? words.wrongGap(mostGapSeconds) : undefined}
          description={words.gapAbout}
          onChange={event => {
            setGap(event.target.value)
            const read = readNumber(event.target.value)
            if (read !== null && read >= 0 && read <= mostGapSeconds) onChange({ gapSeconds: read })
          }}
        />
        <TextField
          label={words.search}
          autoComplete="off"
          optional
          maxLength={200}
          value={settings.search ?? ''}
          onChange={event => onChange({ search: event.target.value })}
        />
        <Select
          label={words.camera}
          value={settings.camera === undefined ? everyCamera : (settings.camera ?? unknownCamera)}
          onChange={({ target: { value } }) =>
            onChange({ camera: value === everyCamera ? undefined : value === unknownCamera ? null : value })
          }
          options={[
            { value: everyCamera, label: words.everyCamera },
            ...cameras.map(({ camera, count }) => ({
              value: camera ?? unknownCamera,
              label: words.cameraImages(camera ?? words.unknownCamera, count)
            }))
          ]}
        />
      </div>
      {settings.camera === undefined && cameras.length > 1 && <Note>{words.severalCameras(cameras.length)}</Note>}
    </div>
  )
}
