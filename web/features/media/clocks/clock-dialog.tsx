import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UnansweredClock, UnansweredClocks } from '../../../../shared/contracts/camera-clocks.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { formatTime } from '../../../ui/format.ts'
import { showToast } from '../../../ui/toast.tsx'
import { chosenOf, firstChoice, keyOf, toggled } from './choice.ts'
import styles from './clocks.module.css'
import { Example } from './example.tsx'
import { answerClock } from './queries.ts'
import { type ClockSpan, emptySetting, readSetting, type SettingDraft } from './setting-draft.ts'
import { SettingFields } from './setting-fields.tsx'
import { texts } from './texts.ts'

const { dialog: words } = texts

interface ClockDialogProps {
  projectId: string
  clocks: UnansweredClocks
  onClose: () => void
}

const mostExamples = 3

/** Dialog for the clock settings, which may differ between cameras. */
// Long: one dialog with its states and the functions that change them.
export function ClockDialog({ projectId, clocks: { groups }, onClose }: ClockDialogProps) {
  const client = useQueryClient()
  const [choice, setChoice] = useState(() => firstChoice(groups))
  const [draft, setDraft] = useState<SettingDraft>(emptySetting)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const chosen = chosenOf(groups, choice)
  const isOnly = groups.length === 1 && chosen.length === 1
  const imageCount = chosen.reduce((sum, group) => sum + group.imageCount, 0)
  const span = spanOf(chosen)
  const read = readSetting(draft, span)
  const setting = 'setting' in read ? read.setting : null

  async function answer() {
    if (!setting) return
    setBusy(true)
    setProblem(null)
    try {
      const keys = chosen.map(({ camera, cameraSerial, batch }) => ({ camera, cameraSerial, batch }))
      const done = await answerClock(client, projectId, { ...setting, images: { groups: keys } })
      showToast({ tone: 'ok', title: texts.set(done.imageCount) })
      setChoice(firstChoice(groups.filter(group => !chosen.includes(group))))
      setDraft(emptySetting)
      if (chosen.length === groups.length) onClose()
    } catch (error) {
      setProblem(sentenceOf(error, words.notSet))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={texts.title}
      isOpen
      onClose={onClose}
      keepOpenOutside
      actions={
        <>
          <Button onClick={onClose}>{words.later}</Button>
          <Button variant="primary" busy={busy} disabled={!setting || chosen.length === 0} onClick={() => void answer()}>
            {words.set(imageCount)}
          </Button>
        </>
      }
    >
      <FormSummary title={problem} />
      <p>{isOnly ? texts.withoutZone(imageCount) : words.about}</p>
      {!isOnly && groups.length > 0 && (
        <fieldset className={styles.groups}>
          <legend>{words.groups}</legend>
          {groups.map(group => (
            <Checkbox
              key={keyOf(group)}
              checked={chosen.includes(group)}
              onChange={() => setChoice(toggled(groups, choice, group))}
              label={words.images(cameraName(group), group.imageCount)}
              description={words.added(timesOf(group), formatTime(group.addedAt))}
            />
          ))}
        </fieldset>
      )}
      <SettingFields draft={draft} onDraft={setDraft} read={read} span={span} />
      {chosen.length > 0 && (
        <ul className={styles.examples} aria-live="polite" aria-label={texts.examples}>
          {chosen.slice(0, mostExamples).map(group => (
            <Example key={keyOf(group)} picture={group.example} setting={setting} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

const cameraName = ({ camera, cameraSerial }: UnansweredClock) => [camera ?? words.unnamed, cameraSerial].filter(Boolean).join(' ')

/** Formats a span of clock times as `2024-06-02 14:03 – 15:10`. */
function timesOf({ firstTime, lastTime }: ClockSpan): string {
  const [from, to] = [firstTime, lastTime].map(time => `${time.slice(0, 10)} ${time.slice(11, 16)}`)
  if (from === to) return from ?? ''
  return firstTime.slice(0, 10) === lastTime.slice(0, 10) ? `${from} – ${to?.slice(11)}` : `${from} – ${to}`
}

function spanOf(groups: UnansweredClock[]): ClockSpan | null {
  const [firstTime] = groups.map(group => group.firstTime).sort()
  const lastTime = groups
    .map(group => group.lastTime)
    .sort()
    .at(-1)
  return firstTime && lastTime ? { firstTime, lastTime } : null
}
