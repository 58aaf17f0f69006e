import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Track, TrackSource } from '../../../shared/contracts/navigation.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './navigation.module.css'
import { reviseTrack } from './queries.ts'
import { texts } from './texts.tsx'

const { editTrack: words } = texts

/** Dialog that edits a track. The server rejects an edit to an outdated revision. */
export function EditTrackDialog({ track, onClose }: { track: Track; onClose: () => void }) {
  const { mutateAsync, isPending } = useMutation(reviseTrack(track.projectId, track.id))
  const [problem, setProblem] = useState<string | null>(null)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const name = String(fields.get('name') ?? '').trim()
    if (name === '') return setProblem(words.noName)
    const platform = String(fields.get('platform') ?? '').trim() || null
    try {
      await mutateAsync({ revision: track.revision, name, platform, source: fields.get('source') as TrackSource })
      onClose()
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'STALE_REVISION'
      setProblem(isStale ? words.stale : sentenceOf(error, words.failed))
    }
  }

  return (
    <FormDialog
      title={words.title(track.name)}
      confirm={words.confirm}
      busy={isPending}
      problem={problem}
      onSubmit={event => void send(event)}
      onClose={onClose}
    >
      <TextField label={words.name} name="name" autoComplete="off" defaultValue={track.name} maxLength={200} />
      <div className={styles.pair}>
        <Select
          label={words.source}
          name="source"
          defaultValue={track.source}
          options={Object.entries(texts.sources).map(([value, label]) => ({ value, label }))}
        />
        <TextField label={words.platform} name="platform" autoComplete="off" optional defaultValue={track.platform ?? ''} maxLength={200} />
      </div>
    </FormDialog>
  )
}
