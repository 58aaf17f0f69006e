import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { OpportunityCard } from '../../../../shared/contracts/opportunities.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { calendarDay, dayWords, localDay, statedWords } from '../deadline-words.ts'
import { type OpportunityFilter, opportunitiesBetween } from '../queries.ts'
import { kinds } from '../texts.ts'
import styles from './calendar.module.css'
import { texts as words } from './texts.ts'

const dayMs = 86_400_000
const utc = (date: string) => Date.parse(`${date}T00:00:00Z`)
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const weekdayName = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })
/** Maximum number of entries shown on a day. A count of the others follows. The list on a phone shows all entries. */
const mostShown = 4

interface OpportunityCalendarProps {
  filter: OpportunityFilter
  /** Month from the URL, as `2026-12`. */
  month: string | null
  onMonth: (month: string) => void
}

/** Calendar of one month with deadlines, departures and starts: a grid, or a list by day on a phone. */
export function OpportunityCalendar({ filter, month, onMonth }: OpportunityCalendarProps) {
  const today = localDay(new Date())
  const shown = month && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : today.slice(0, 7)
  const days = daysOf(shown)
  const found = useQuery(opportunitiesBetween(isoDay(utc(days[0]!) - dayMs), isoDay(utc(days.at(-1)!) + dayMs), filter))
  const move = (by: number) => {
    const [year = 0, number = 1] = shown.split('-').map(Number)
    onMonth(isoDay(Date.UTC(year, number - 1 + by, 1)).slice(0, 7))
  }
  return (
    <section className={styles.calendar} aria-label={words.title}>
      <div className={styles.bar}>
        <h2 className={styles.month} aria-live="polite">
          {monthName.format(utc(`${shown}-01`))}
        </h2>
        <IconButton label={words.before} onClick={() => move(-1)}>
          <ChevronLeftIcon />
        </IconButton>
        <IconButton label={words.after} onClick={() => move(1)}>
          <ChevronRightIcon />
        </IconButton>
        <Button size="small" onClick={() => onMonth('')}>
          {words.today}
        </Button>
      </div>
      <Loaded query={found} failed={words.failed} skeleton={<SkeletonRows rows={6} height="5rem" label={words.loading} />}>
        {({ items, isComplete }) => {
          const entries = Object.groupBy(items.flatMap(entriesOf), ({ day }) => day)
          return (
            <>
              {!isComplete && <Note>{words.incomplete}</Note>}
              <Grid days={days} month={shown} today={today} entries={entries} />
              <Agenda days={days.filter(day => day.startsWith(shown))} entries={entries} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

/** Returns the days of all weeks of a month. Weeks start on Monday. */
function daysOf(month: string): string[] {
  const first = utc(`${month}-01`)
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs
  const days: string[] = []
  for (let at = start; days.length < 42; at += dayMs) {
    if (days.length % 7 === 0 && days.length >= 28 && !isoDay(at).startsWith(month)) break
    days.push(isoDay(at))
  }
  return days
}

interface Entry {
  key: string
  day: string
  what: string
  words: string
  item: OpportunityCard
}

function entriesOf(item: OpportunityCard): Entry[] {
  const { id, deadlines, isRolling, berth, kind, startsOn } = item
  const departure = kind === 'berth' ? berth?.embarkOn : null
  const start = departure ?? startsOn
  const entries = deadlines.map((deadline, place) => ({
    ...{ key: `${id} ${place}`, day: calendarDay(deadline), words: statedWords(deadline), item },
    what: deadline.label ?? (isRolling ? words.review : deadline.precision === 'month' ? words.closesInMonth : words.closes)
  }))
  if (!start) return entries
  const what = departure ? words.departs : words.starts
  return [...entries, { key: `${id} start`, day: start, what, words: dayWords(start), item }]
}

type Entries = Partial<Record<string, Entry[]>>

interface GridProps {
  days: string[]
  month: string
  today: string
  entries: Entries
}

function Grid({ days, month, today, entries }: GridProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <table className={styles.grid}>
      <thead>
        <tr>
          {weeks[0]?.map(day => (
            <th key={day} scope="col">
              {weekdayName.format(utc(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]}>
            {week.map(day => (
              <td key={day} className={classNames(!day.startsWith(month) && styles.outside, day === today && styles.today)}>
                <time dateTime={day} aria-current={day === today ? 'date' : undefined}>
                  {Number(day.slice(8))}
                </time>
                <DayEntries entries={entries[day] ?? []} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayEntries({ entries }: { entries: Entry[] }) {
  if (entries.length === 0) return null
  return (
    <ul className={styles.entries}>
      {entries.slice(0, mostShown).map(entry => (
        <li key={entry.key}>
          <EntryLink entry={entry} />
        </li>
      ))}
      {entries.length > mostShown && <li className={styles.rest}>{words.more(entries.length - mostShown)}</li>}
    </ul>
  )
}

function EntryLink({ entry: { item, what, words: about } }: { entry: Entry }) {
  return (
    <Link
      to={`/opportunities/${item.id}`}
      className={classNames(styles.entry, item.kind === 'berth' && styles.berth, !item.isOpen && styles.over)}
      data-tip={`${kinds[item.kind]}. ${about}`}
    >
      <span className={styles.what}>{what}</span>
      <span className={styles.name}>{item.title}</span>
    </Link>
  )
}

function Agenda({ days, entries }: { days: string[]; entries: Entries }) {
  const busy = days.filter(day => entries[day])
  if (busy.length === 0) return <p className={styles.none}>{words.none}</p>
  return (
    <ol className={styles.agenda}>
      {busy.map(day => (
        <li key={day}>
          <h3>{dayWords(day)}</h3>
          <ul className={styles.entries}>
            {entries[day]?.map(entry => (
              <li key={entry.key}>
                <EntryLink entry={entry} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
