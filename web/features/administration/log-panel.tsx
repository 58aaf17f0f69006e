import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { LogLine } from '../../../shared/contracts/administration.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RetryIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Facts } from '../../ui/section.tsx'
import { BareSelect } from '../../ui/select.tsx'
import styles from './administration.module.css'
import { log } from './queries.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { texts } from './texts.ts'

const { log: words } = texts

type Level = keyof typeof words.levels
const isLevel = (value: string | null): value is Level => value !== null && Object.hasOwn(words.levels, value)

/** Panel of the latest lines of the server log. The minimum level is kept in the URL. */
export function LogPanel() {
  const [params, setParams] = useSearchParams()
  const requested = params.get('level')
  const level = isLevel(requested) ? requested : 'info'
  const tail = useQuery(log(level))
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <BareSelect
          label={words.level}
          value={level}
          onChange={({ target: { value } }) =>
            setParams({ part: 'log', ...(value !== 'info' && { level: value }) }, { replace: true, preventScrollReset: true })
          }
          options={Object.entries(words.levels).map(([value, label]) => ({ value, label }))}
        />
        <Button icon={<RetryIcon aria-hidden />} busy={tail.isFetching} onClick={() => void tail.refetch()}>
          {words.renew}
        </Button>
        <p className={styles.count} role="status">
          {tail.data && words.count(tail.data.lines.length, tail.data.isCut)}
        </p>
      </div>
      <p className={styles.quiet}>{words.audit}</p>
      <Loaded query={tail} failed={words.failed} skeleton={<TableSkeleton />}>
        {({ lines }) =>
          lines.length > 0 ? (
            <ol className={styles.log} aria-label={words.lines}>
              {lines.map((line, place) => (
                <Line key={`${line.time} ${lines.length - place}`} line={line} />
              ))}
            </ol>
          ) : (
            <EmptyState title={words.none.title}>
              <p>{words.none.about}</p>
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  )
}

function Line({ line: { time, level, message, fields } }: { line: LogLine }) {
  return (
    <li className={styles.line}>
      <time className={styles.time} dateTime={time ?? undefined}>
        {time?.slice(0, 19).replace('T', ' ')}
      </time>
      <span className={styles.level} data-level={level}>
        {level}
      </span>
      <div className={styles.message}>
        {fields.length === 0 ? (
          summaryOf(message, fields)
        ) : (
          <details>
            <summary>{summaryOf(message, fields)}</summary>
            <Facts className={styles.fields} facts={fields} />
          </details>
        )}
      </div>
    </li>
  )
}

/** Summarises a log line: the request with status and duration, or the message with its error. */
function summaryOf(message: string, fields: LogLine['fields']): string {
  const value = (name: string) => fields.find(field => field.name === name)?.value
  const [method, path, status, ms, reason] = [value('method'), value('path'), value('status'), value('ms'), value('err.message')]
  if (message === 'request' && method && path) return [method, path, status, ms && `${ms} ms`].filter(Boolean).join(' ')
  return reason ? `${message}: ${reason}` : message
}
