import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { OutsideSource, ScraperJob, ScraperJobDraft } from '../../../shared/contracts/scraper.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { FormFields, Page } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountFields, type AccountSchema, accountOf } from './account-fields.tsx'
import styles from './outside.module.css'
import { PreviewPane } from './preview-pane.tsx'
import { createJob, jobWith, previewJob, sources, updateJob } from './queries.ts'
import { QueryFields, type QuerySchema, queryOf, valuesOf } from './query-fields.tsx'
import { ScheduleFields, scheduleOf } from './schedule-fields.tsx'
import { texts } from './texts.ts'

const { jobForm: words } = texts

/** Initial name and query of the form, such as those of an example. */
export interface DraftStart {
  name?: string
  query?: Record<string, unknown>
}

const limitUnits = { records: 1, bytes: 1_000_000, seconds: 60 } as const
type Limit = keyof typeof limitUnits
const limitNames = Object.keys(limitUnits) as Limit[]

/** Form for a new job. It starts with the example from the navigation state, if there is one. */
export function NewJob({ projectId, isOwner }: { projectId: string; isOwner: boolean }) {
  const start = (useLocation().state ?? {}) as DraftStart
  const known = useQuery(sources())
  return (
    <Loaded query={known} failed={texts.jobs.failed} skeleton={<FormSkeleton title={words.newTitle} />}>
      {({ items, isOffline }) => (
        <JobForm {...{ projectId, isOffline, start }} sources={items.filter(({ account }) => isOwner || !account)} job={null} />
      )}
    </Loaded>
  )
}

/** Form for an existing job. */
export function EditJob({ projectId, scraperJobId }: { projectId: string; scraperJobId: string }) {
  const known = useQuery(sources())
  const job = useQuery({ ...jobWith(scraperJobId), refetchInterval: false })
  return (
    <Loaded query={job} failed={texts.job.failed} skeleton={<FormSkeleton title={words.editTitle} />}>
      {found =>
        known.data ? (
          <JobForm
            key={found.id}
            projectId={projectId}
            sources={known.data.items}
            isOffline={known.data.isOffline}
            start={{ name: found.name, query: found.query }}
            job={found}
          />
        ) : (
          <FormSkeleton title={words.editTitle} />
        )
      }
    </Loaded>
  )
}

const FormSkeleton = ({ title }: { title: string }) => (
  <Page title={title}>
    <SkeletonRows rows={6} height="2.5rem" label={texts.job.loading} />
  </Page>
)

interface JobFormProps {
  projectId: string
  sources: readonly OutsideSource[]
  isOffline: boolean
  start: DraftStart
  /** Job to edit; null for a new one. */
  job: ScraperJob | null
}

// Long: the fields of one form in order.
function JobForm({ projectId, sources: known, isOffline, start, job }: JobFormProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const create = useMutation(createJob())
  const update = useMutation(updateJob())
  const preview = useMutation(previewJob())
  const [kind, setKind] = useState(job?.source ?? known[0]?.kind ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isStale, setStale] = useState(false)
  const source = known.find(each => each.kind === kind)
  const schema = (source?.query ?? {}) as QuerySchema
  const accountSchema = source?.account as AccountSchema | undefined

  /** Reads the values of the form. Invalid values show errors, and the result is then null. A preview needs no account. */
  function read({ isSaved }: { isSaved: boolean }): Pick<ScraperJobDraft, 'name' | 'query' | 'schedule' | 'limits' | 'account'> | null {
    const data = new FormData(form.current ?? undefined)
    const name = String(data.get('name') ?? '').trim()
    const query = queryOf(schema, data)
    const schedule = scheduleOf(data)
    const limits = limitsOf(data)
    const account = isSaved ? accountOf(accountSchema, data) : { account: null }
    const faults = {
      ...('errors' in account && account.errors),
      ...('errors' in query && query.errors),
      ...('errors' in schedule && schedule.errors),
      ...limits.errors
    }
    setErrors(faults)
    setProblem(null)
    if (Object.keys(faults).length > 0 || !('query' in query) || !('schedule' in schedule) || !('account' in account)) return null
    const facts = { name: name || (source?.title ?? kind), query: query.query, schedule: schedule.schedule, limits: limits.limits }
    return { ...facts, ...(account.account && { account: account.account }) }
  }

  function show(error: unknown) {
    const byField = error instanceof ApiError ? error.errors : []
    setErrors(Object.fromEntries(byField.map(({ path, message }) => [fieldOf(path), sentence(message)])))
    const whole = byField.find(({ path }) => path === '/query')
    setProblem(whole ? words.query(whole.message) : byField.length > 0 ? words.checkFields : sentenceOf(error, words.refused))
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const draft = read({ isSaved: true })
    if (!draft) return
    try {
      const saved = job
        ? await update.mutateAsync({ id: job.id, patch: { revision: job.revision, ...draft } })
        : await create.mutateAsync({ projectId, source: kind, ...draft, startNow: !isOffline })
      void navigate(projectPath(projectId, `map/outside/jobs/${saved.id}`))
    } catch (error) {
      show(error)
    }
  }

  function showPreview() {
    const draft = read({ isSaved: false })
    if (!draft) return
    setStale(false)
    preview.mutate({ projectId, source: kind, query: draft.query }, { onError: show })
  }

  return (
    <Page title={job ? words.editTitle : words.newTitle} description={job ? job.name : words.about}>
      {isOffline && <Note>{texts.jobs.offline}</Note>}
      <div className={styles.jobForm}>
        <form ref={form} onSubmit={event => void save(event)} onChange={() => setStale(true)} noValidate>
          <FormFields>
            <FormSummary title={problem} />
            <TextField label={words.name} name="name" optional autoComplete="off" maxLength={200} defaultValue={start.name ?? ''} />
            <Select
              label={words.source}
              value={kind}
              disabled={job !== null}
              onChange={event => {
                setKind(event.target.value)
                setErrors({})
              }}
              options={known.map(({ kind, title }) => ({ value: kind, label: title }))}
              description={source && `${source.about} ${source.hosts.length > 0 ? words.connects(source.hosts.join(', ')) : ''}`}
            />
            <QueryFields key={kind} schema={schema} values={valuesOf(start.query ?? {})} errors={errors} />
            {accountSchema && (
              <AccountFields key={`account of ${kind}`} schema={accountSchema} isStored={job?.hasAccount ?? false} errors={errors} />
            )}
            <ScheduleFields schedule={job?.schedule ?? null} errors={errors} />
            <details className={styles.details} open={limitNames.some(name => errors[`limits.${name}`]) || undefined}>
              <summary>{words.limits}</summary>
              <div className={styles.pair}>
                {limitNames.map(name => (
                  <TextField
                    key={name}
                    label={words.most[name]}
                    name={`limits.${name}`}
                    inputMode="numeric"
                    autoComplete="off"
                    optional
                    description={words.usual[name]}
                    defaultValue={limitText(job, name)}
                    error={errors[`limits.${name}`]}
                  />
                ))}
              </div>
            </details>
            <div className={styles.barActions}>
              <Button busy={preview.isPending} disabled={isOffline} onClick={showPreview}>
                {words.preview}
              </Button>
              <Button type="submit" variant="primary" busy={create.isPending || update.isPending}>
                {job || isOffline ? words.save : words.start}
              </Button>
              <LinkButton variant="quiet" to={projectPath(projectId, job ? `map/outside/jobs/${job.id}` : 'map/outside')}>
                {words.cancel}
              </LinkButton>
            </div>
          </FormFields>
        </form>
        {!isOffline && <PreviewPane preview={preview.data ?? null} isPending={preview.isPending} isStale={isStale} />}
      </div>
    </Page>
  )
}

function limitText(job: ScraperJob | null, name: Limit): string {
  const limit = job?.limits[name]
  return limit === undefined ? '' : String(limit / limitUnits[name])
}

function limitsOf(form: FormData): { limits: Record<string, number>; errors: Record<string, string> } {
  const limits: Record<string, number> = {}
  const errors: Record<string, string> = {}
  for (const name of limitNames) {
    const value = readNumber(String(form.get(`limits.${name}`) ?? '').replaceAll(/[\s,]/g, ''))
    if (value === null) continue
    if (value > 0) limits[name] = Math.max(1, Math.round(value * limitUnits[name]))
    else errors[`limits.${name}`] = words.noNumber
  }
  return { limits, errors }
}

/** Returns the field for the path of an error: `/query/area/north` → `area.north`. */
const fieldOf = (path: string) =>
  path
    .replace(/^\/query\/?/, '')
    .replace(/^\//, '')
    .replaceAll('/', '.')
const sentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1)
