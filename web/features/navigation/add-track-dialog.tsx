import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { TrackQuery, TrackSource } from '../../../shared/contracts/navigation.ts'
import { trackLimitBytes } from '../../../shared/limits.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatBytes } from '../../ui/format.ts'
import { readNumber } from '../../ui/read-number.ts'
import { Select } from '../../ui/select.tsx'
import { DateField, TextField } from '../../ui/text-field.tsx'
import styles from './navigation.module.css'
import { bringTrack, refreshNavigation } from './queries.ts'
import { texts } from './texts.tsx'
import { nameOfFile } from './words.ts'

const { addTrack: words } = texts
const { columns } = words

const accepted = ['.csv', '.tsv', '.tab', '.txt', '.dat', '.nmea', '.log', '.nav', 'text/csv', 'text/plain', 'text/tab-separated-values']
const limit = `${trackLimitBytes / 1024 ** 3} GiB`

interface AddTrackDialogProps {
  projectId: string
  onClose: () => void
}

/** Dialog that adds a track from a navigation file, with fields for details that the file may lack. */
export function AddTrackDialog({ projectId, onClose }: AddTrackDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  if (file) return <Particulars projectId={projectId} file={file} onClose={onClose} />
  return (
    <Dialog title={words.title} isOpen onClose={onClose} keepOpenOutside>
      <p>{words.about}</p>
      <DropZone
        label={words.drop}
        description={words.accepted(limit)}
        button={words.choose}
        accept={accepted}
        multiple={false}
        onFiles={([chosen]) => chosen && setFile(chosen)}
      />
      <details className={styles.names}>
        <summary>{columns.title}</summary>
        <dl>
          <dt>{columns.time}</dt>
          <dd>{columns.timeNames(code)}</dd>
          <dt>{columns.position}</dt>
          <dd>{columns.positionNames(code)}</dd>
          <dt>{columns.depth}</dt>
          <dd>{columns.depthNames(code)}</dd>
          <dt>{columns.height}</dt>
          <dd>{columns.heightNames(code)}</dd>
          <dt>{columns.heading}</dt>
          <dd>{columns.headingNames(code)}</dd>
        </dl>
      </details>
    </Dialog>
  )
}

const code = (text: string) => <code>{text}</code>

const sourceOptions = Object.entries(texts.sources).map(([value, label]) => ({ value, label }))

// Long: the fields of one form in order.
function Particulars({ projectId, file, onClose }: AddTrackDialogProps & { file: File }) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const given = queryOf(file, fields)
    if ('problem' in given) return setProblem(given.problem)
    const giveUp = new AbortController()
    underWay.current = giveUp
    setProblem(null)
    setBusy(true)
    try {
      await bringTrack(projectId, file, given.query, giveUp.signal)
      await refreshNavigation(client, projectId)
      onClose()
    } catch (error) {
      if (giveUp.signal.aborted) return
      setProblem(sentenceOf(error, words.refused))
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title={words.title}
      confirm={words.confirm}
      busy={isBusy}
      problem={problem}
      onSubmit={event => void send(event)}
      onClose={onClose}
    >
      <p className={styles.file}>
        {file.name} <span className={styles.quiet}>{formatBytes(file.size)}</span>
      </p>
      <TextField label={words.name} name="name" autoComplete="off" defaultValue={nameOfFile(file.name)} maxLength={200} />
      <div className={styles.pair}>
        <Select label={words.source} name="source" defaultValue={'usbl' satisfies TrackSource} options={sourceOptions} />
        <TextField label={words.platform} name="platform" autoComplete="off" optional maxLength={200} />
      </div>
      <details className={styles.names}>
        <summary>{words.more}</summary>
        <div className={styles.more}>
          <TextField
            label={words.utcOffset}
            name="utcOffset"
            inputMode="decimal"
            autoComplete="off"
            optional
            description={words.utcOffsetAbout}
          />
          <TextField
            label={words.vehicle}
            name="vehicle"
            inputMode="numeric"
            autoComplete="off"
            optional
            description={words.vehicleAbout}
          />
          <Select
            label={words.altitude}
            name="altitudeMeans"
            options={[
              { value: '', label: words.altitudeUnknown },
              { value: 'aboveSeaFloor', label: words.aboveSeaFloor },
              { value: 'aboveSeaLevel', label: words.aboveSeaLevel }
            ]}
          />
          <DateField label={words.startDate} name="startDate" optional description={words.startDateAbout} />
        </div>
      </details>
    </FormDialog>
  )
}

/** Reads the query from the form, or returns its first error. */
function queryOf(file: File, fields: FormData): { query: TrackQuery } | { problem: string } {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  if (file.size > trackLimitBytes) return { problem: words.tooLarge(file.name, limit) }
  if (text('name') === '') return { problem: words.noName }
  const [hours, vehicle] = [readNumber(text('utcOffset')), readNumber(text('vehicle'))]
  if (hours !== null && !(Math.abs(hours) <= 14)) return { problem: words.wrongOffset }
  if (vehicle !== null && !(Number.isInteger(vehicle) && vehicle >= 0 && vehicle <= 99)) return { problem: words.wrongVehicle }
  const altitudeMeans = text('altitudeMeans') as NonNullable<TrackQuery['altitudeMeans']> | ''
  return {
    query: {
      name: text('name'),
      fileName: file.name.slice(0, 255),
      source: text('source') as TrackSource,
      ...(text('platform') && { platform: text('platform') }),
      ...(hours !== null && { utcOffsetMinutes: Math.round(hours * 60) }),
      ...(vehicle !== null && { vehicle }),
      ...(altitudeMeans && { altitudeMeans }),
      ...(text('startDate') && { startDate: text('startDate') })
    }
  }
}
