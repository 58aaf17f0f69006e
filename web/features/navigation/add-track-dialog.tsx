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
import { nameOfFile, sourceWords } from './words.ts'

const accepted = ['.csv', '.tsv', '.tab', '.txt', '.dat', '.nmea', '.log', '.nav', 'text/csv', 'text/plain', 'text/tab-separated-values']
const limit = `${trackLimitBytes / 1024 ** 3} GiB`

interface AddTrackDialogProps {
  projectId: string
  onClose: () => void
}

/** Takes a file with navigation, and facts that it may lack. */
export function AddTrackDialog({ projectId, onClose }: AddTrackDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  if (file) return <Particulars projectId={projectId} file={file} onClose={onClose} />
  return (
    <Dialog title="Add a track" isOpen onClose={onClose} keepOpenOutside>
      <p>
        A file with times and positions: a table of MarIQT, DSHIP, Ranger 2, OFOP, PANGAEA, O2A or SQUIDLE+, any other table with a header
        row, or sentences of NMEA 0183.
      </p>
      <DropZone
        label="Drop a file with navigation here"
        description={`Comma, semicolon or tab between the columns, in the order of time, up to ${limit}.`}
        button="Choose a file"
        accept={accepted}
        multiple={false}
        onFiles={([chosen]) => chosen && setFile(chosen)}
      />
      <details className={styles.names}>
        <summary>Column names that are understood</summary>
        <dl>
          <dt>Time</dt>
          <dd>
            <code>utc</code>, <code>datetime</code>, <code>date time</code>, <code>DATE/TIME</code>, or <code>Date</code> and{' '}
            <code>Time</code>
          </dd>
          <dt>Position</dt>
          <dd>
            <code>lat</code> and <code>lon</code>, <code>latitude</code> and <code>longitude</code>, <code>SUB1_Lat</code> and{' '}
            <code>SUB1_Lon</code>
          </dd>
          <dt>Depth</dt>
          <dd>
            <code>dep</code>, <code>depth</code>, <code>DEPTH, water [m]</code>, positive down; <code>gps_altitude</code>, negative down
          </dd>
          <dt>Height above the sea floor</dt>
          <dd>
            <code>hgt</code>, <code>height</code>, <code>distance_to_ground</code>, <code>SUB1_Altitude</code>
          </dd>
          <dt>Heading</dt>
          <dd>
            <code>heading</code>, <code>yaw</code>, <code>hdg</code>, true north
          </dd>
        </dl>
      </details>
    </Dialog>
  )
}

const sourceOptions = Object.entries(sourceWords).map(([value, label]) => ({ value, label }))

// Long: the fields of one form in their order.
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
      setProblem(sentenceOf(error, 'The server did not take it.'))
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title="Add a track"
      confirm="Add track"
      busy={isBusy}
      problem={problem}
      onSubmit={event => void send(event)}
      onClose={onClose}
    >
      <p className={styles.file}>
        {file.name} <span className={styles.quiet}>{formatBytes(file.size)}</span>
      </p>
      <TextField label="Name" name="name" autoComplete="off" defaultValue={nameOfFile(file.name)} maxLength={200} />
      <div className={styles.pair}>
        <Select label="Positions by" name="source" defaultValue={'usbl' satisfies TrackSource} options={sourceOptions} />
        <TextField label="Ship or vehicle" name="platform" autoComplete="off" optional maxLength={200} />
      </div>
      <details className={styles.names}>
        <summary>Times without a zone, several vehicles, heights</summary>
        <div className={styles.more}>
          <TextField
            label="Hours ahead of UTC"
            name="utcOffset"
            inputMode="decimal"
            autoComplete="off"
            optional
            description="Of times that have no zone: 2 for UTC+2. Nothing: they are UTC."
          />
          <TextField
            label="Number of the vehicle"
            name="vehicle"
            inputMode="numeric"
            autoComplete="off"
            optional
            description="2 reads SUB2_Lat; 0 is the ship. Nothing: the first one."
          />
          <Select
            label="A column “altitude” is"
            name="altitudeMeans"
            options={[
              { value: '', label: 'unknown: leave it out' },
              { value: 'aboveSeaFloor', label: 'the height above the sea floor' },
              { value: 'aboveSeaLevel', label: 'the height above sea level' }
            ]}
          />
          <DateField
            label="Day of the first position"
            name="startDate"
            optional
            description="For NMEA 0183 in which no sentence gives the date."
          />
        </div>
      </details>
    </FormDialog>
  )
}

/** The query of a form, or its fault. */
function queryOf(file: File, fields: FormData): { query: TrackQuery } | { problem: string } {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  if (file.size > trackLimitBytes) return { problem: `${file.name} is larger than ${limit}: divide it` }
  if (text('name') === '') return { problem: 'Give the track a name' }
  const [hours, vehicle] = [readNumber(text('utcOffset')), readNumber(text('vehicle'))]
  if (hours !== null && !(Math.abs(hours) <= 14)) return { problem: 'Hours ahead of UTC are a number from −14 to 14' }
  if (vehicle !== null && !(Number.isInteger(vehicle) && vehicle >= 0 && vehicle <= 99))
    return { problem: 'The number of the vehicle is a whole one from 0 to 99' }
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
