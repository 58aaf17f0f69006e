import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Media } from '../../../../shared/contracts/media.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './clocks.module.css'
import { Example } from './example.tsx'
import { answerClock } from './queries.ts'
import { draftOf, readSetting } from './setting-draft.ts'
import { SettingFields } from './setting-fields.tsx'
import { texts } from './texts.ts'

const { imageDialog: words } = texts

interface ImageClockDialogProps {
  media: Media
  cameraTime: string
  onClose: () => void
}

/** Dialog that changes the clock setting of one image, or of all images with the same setting. */
// Long: the fields of one form in order.
export function ImageClockDialog({ media, cameraTime, onClose }: ImageClockDialogProps) {
  const client = useQueryClient()
  const { zone = null, aheadSeconds = null, answer = null } = media.timeBasis ?? {}
  const [draft, setDraft] = useState(() => draftOf({ zone, aheadSeconds }))
  const [scope, setScope] = useState<'image' | 'answer'>(answer ? 'answer' : 'image')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const span = { firstTime: cameraTime, lastTime: cameraTime }
  const read = readSetting(draft, span)
  const setting = 'setting' in read ? read.setting : null

  async function save() {
    if (!setting) return
    setBusy(true)
    setProblem(null)
    try {
      const images = scope === 'answer' && answer ? { answer } : { mediaId: media.id, revision: media.revision }
      const done = await answerClock(client, media.projectId, { ...setting, images })
      showToast({ tone: 'ok', title: texts.set(done.imageCount) })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, words.notSet))
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
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" busy={busy} disabled={!setting} onClick={() => void save()}>
            {words.set}
          </Button>
        </>
      }
    >
      <FormSummary title={problem} />
      <SettingFields draft={draft} onDraft={setDraft} read={read} span={span} />
      {answer && (
        <RadioGroup
          legend={words.scope}
          name="scope"
          value={scope}
          onChange={setScope}
          options={[
            { value: 'answer', label: words.all },
            { value: 'image', label: words.one(media.fileName) }
          ]}
        />
      )}
      <ul className={styles.examples} aria-live="polite" aria-label={texts.examples}>
        <Example picture={{ mediaId: media.id, fileName: media.fileName, cameraTime }} setting={setting} />
      </ul>
    </Dialog>
  )
}
