import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { Media } from '../../../../shared/contracts/media.ts'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { takeMedia } from '../../../imagery/images.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { type FactName, factNames, factTexts, readFacts } from '../edit-facts.ts'
import { reviseMedia } from '../queries.ts'
import { Conflict } from './conflict.tsx'
import styles from './details.module.css'
import { texts } from './texts.ts'

const { form: words } = texts

/** Form that edits the facts of a media item. If another person has changed the facts meanwhile, the form shows both versions to choose from. */
// Long: the fields of one form in order.
export function EditForm({ media, onDone }: { media: Media; onDone: () => void }) {
  const client = useQueryClient()
  const [base, setBase] = useState(media) // the values when the person began to edit
  const [texts, setTexts] = useState(() => factTexts(media))
  const [theirs, setTheirs] = useState<Media | null>(null)
  const [tried, setTried] = useState(false)
  const revise = useMutation(reviseMedia(media.id))
  const { edit, errors } = readFacts(base, texts)
  const faults = Object.keys(errors).length

  async function save(revision: number) {
    try {
      await revise.mutateAsync({ ...edit, revision })
      showToast({ tone: 'ok', title: words.saved })
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setTheirs(await call('GET /media/:mediaId', { params: { mediaId: media.id } }))
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (faults > 0) return
    if (Object.keys(edit).length === 0) onDone()
    else save(base.revision).catch(() => {}) // the newer version could not be loaded either: the panel below shows the failure
  }

  /** Closes the form on Escape, without closing the viewer. */
  function cancelOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onDone()
  }

  const field = (name: FactName) => ({
    label: factNames[name],
    value: texts[name],
    error: tried ? errors[name] : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) => setTexts(before => ({ ...before, [name]: target.value }))
  })

  if (theirs) {
    return (
      <Conflict
        base={base}
        mine={edit}
        theirs={theirs}
        busy={revise.isPending}
        onKeepMine={() => save(theirs.revision).catch(() => {})}
        onTakeTheirs={() => {
          takeMedia(client, theirs)
          onDone()
        }}
        onEdit={() => {
          setTexts({ ...factTexts(theirs), ...changedTexts(base, texts) })
          setBase(theirs)
          setTheirs(null)
        }}
      />
    )
  }
  const failure = revise.error instanceof ApiError && revise.error.status === 409 ? null : revise.error
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={cancelOnEscape} noValidate>
      <h3>{words.title}</h3>
      <TextField {...field('fileName')} maxLength={255} autoComplete="off" spellCheck={false} />
      <TextField {...field('eventDate')} description={words.timeAbout} inputMode="text" autoComplete="off" />
      <TextField {...field('decimalLatitude')} description={words.latitudeAbout} inputMode="text" autoComplete="off" />
      <TextField {...field('decimalLongitude')} description={words.longitudeAbout} inputMode="text" autoComplete="off" />
      <TextField {...field('depthInMeters')} description={words.depthAbout} inputMode="decimal" autoComplete="off" after="m" />
      <TextField {...field('altitudeInMeters')} inputMode="decimal" autoComplete="off" after="m" />
      {failure && <ErrorPanel title={words.notSaved} detail={sentenceOf(failure, words.refused)} safe={words.safe} />}
      <div className={styles.buttons}>
        <Button variant="primary" type="submit" busy={revise.isPending}>
          {words.save}
        </Button>
        <Button onClick={onDone}>{words.cancel}</Button>
      </div>
    </form>
  )
}

function changedTexts(base: Media, texts: ReturnType<typeof factTexts>) {
  const before = factTexts(base)
  const changed = (Object.keys(texts) as FactName[]).filter(name => texts[name] !== before[name])
  return Object.fromEntries(changed.map(name => [name, texts[name]]))
}
