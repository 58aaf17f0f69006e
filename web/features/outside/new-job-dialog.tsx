import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { OutsideSource } from '../../../shared/contracts/scraper.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './outside.module.css'
import { createJob } from './queries.ts'
import { QueryFields, type QuerySchema, queryOf } from './query-fields.tsx'
import { texts } from './texts.tsx'

const { newJob: words } = texts

/** Values that an example fills in. */
export interface DraftStart {
  name?: string
  taxon?: string
  area?: [west: number, south: number, east: number, north: number]
}

interface NewJobDialogProps {
  projectId: string
  sources: readonly OutsideSource[]
  isOffline: boolean
  start: DraftStart
  onClose: () => void
}

const valuesOf = ({ taxon, area }: DraftStart): Record<string, string> => {
  const [west, south, east, north] = (area ?? []).map(String)
  const edges = west && south && east && north && { 'area.west': west, 'area.south': south, 'area.east': east, 'area.north': north }
  return { ...(taxon && { scientificname: taxon }), ...edges }
}

// Long: the fields of one form in their order.
export function NewJobDialog({ projectId, sources, isOffline, start, onClose }: NewJobDialogProps) {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useMutation(createJob())
  const [kind, setKind] = useState(sources[0]?.kind ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const source = sources.find(each => each.kind === kind)
  const schema = (source?.query ?? {}) as QuerySchema

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name') ?? '').trim()
    const most = readNumber(String(form.get('mostRecords') ?? '').replaceAll(/[\s,]/g, ''))
    const given = queryOf(schema, form)
    const faults = {
      ...(name === '' && { name: words.noName }),
      ...(most !== null && !(most >= 1) && { mostRecords: words.noNumber }),
      ...('errors' in given && given.errors)
    }
    setErrors(faults)
    setProblem(null)
    if (Object.keys(faults).length > 0 || !('query' in given)) return
    try {
      const limits = most === null ? {} : { limits: { records: Math.round(most) } }
      const job = await mutateAsync({ projectId, name, source: kind, query: given.query, ...limits, startNow: !isOffline })
      void navigate(projectPath(projectId, `map/outside/jobs/${job.id}`))
    } catch (error) {
      const byField = error instanceof ApiError ? error.errors : []
      setErrors(Object.fromEntries(byField.map(({ path, message }) => [fieldOf(path), sentence(message)])))
      const whole = byField.find(({ path }) => path === '/query')
      setProblem(whole ? words.query(whole.message) : byField.length > 0 ? words.checkFields : sentenceOf(error, words.refused))
    }
  }

  return (
    <FormDialog
      title={words.title}
      confirm={isOffline ? words.prepare : words.confirm}
      busy={isPending}
      problem={problem}
      onSubmit={event => void send(event)}
      onClose={onClose}
    >
      <TextField label={words.name} name="name" autoComplete="off" maxLength={200} defaultValue={start.name ?? ''} error={errors.name} />
      <Select
        label={words.source}
        value={kind}
        onChange={event => setKind(event.target.value)}
        options={sources.map(({ kind, title }) => ({ value: kind, label: title }))}
        description={source && `${source.about} ${words.connects(source.hosts.join(', '))}`}
      />
      <QueryFields key={kind} schema={schema} values={valuesOf(start)} errors={errors} />
      <details className={styles.details}>
        <summary>{words.limits}</summary>
        <TextField
          label={words.mostRecords}
          name="mostRecords"
          inputMode="numeric"
          autoComplete="off"
          optional
          description={words.mostRecordsAbout}
          error={errors.mostRecords}
        />
      </details>
    </FormDialog>
  )
}

/** `/query/area/north` → `area.north` */
const fieldOf = (path: string) =>
  path
    .replace(/^\/query\/?/, '')
    .replace(/^\//, '')
    .replaceAll('/', '.')
const sentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1)
