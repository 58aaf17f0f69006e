import { useState } from 'react'
import type { ClockSetting } from '../../../../shared/contracts/camera-clocks.ts'
import type { MetadataReport } from '../../../../shared/contracts/media.ts'
import clocks from '../clocks/clocks.module.css'
import { Example } from '../clocks/example.tsx'
import { emptySetting, readSetting, type SettingDraft } from '../clocks/setting-draft.ts'
import { SettingFields } from '../clocks/setting-fields.tsx'
import { texts as clockTexts } from '../clocks/texts.ts'
import styles from './attach.module.css'
import { texts } from './texts.ts'

const { localTimes: words } = texts

interface LocalTimesProps {
  times: NonNullable<MetadataReport['localTimes']>
  onSetting: (setting: ClockSetting | null) => void
}

/** Form for the clock setting of times that have no time zone in the table. */
export function LocalTimes({ times, onSetting }: LocalTimesProps) {
  const [draft, setDraft] = useState(emptySetting)
  const read = readSetting(draft, times)

  function change(next: SettingDraft) {
    setDraft(next)
    const answered = readSetting(next, times)
    onSetting('setting' in answered ? answered.setting : null)
  }

  return (
    <section className={styles.part} aria-labelledby="attach-clock">
      <h3 id="attach-clock">{words.title}</h3>
      <p>
        {words.count(times.count)} <code>{times.column}</code> {words.noZone(times.count)}
      </p>
      <SettingFields draft={draft} onDraft={change} read={read} span={times} />
      <ul className={clocks.examples} aria-live="polite" aria-label={clockTexts.examples}>
        <Example picture={times.example} setting={'setting' in read ? read.setting : null} place={words.place} />
      </ul>
    </section>
  )
}
