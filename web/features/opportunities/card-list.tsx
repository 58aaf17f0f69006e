import { Link } from 'react-router-dom'
import type { Deadline, OpportunityCard } from '../../../shared/contracts/opportunities.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDays } from '../../ui/format.ts'
import { closingWords, shownDeadline, stampOf, statedWords } from './deadline-words.ts'
import { FitLine } from './fit-line.tsx'
import styles from './opportunities.module.css'
import { SaveButton } from './save-button.tsx'
import { kinds, texts } from './texts.ts'

const { list: words } = texts
const dayMs = 86_400_000

interface CardListProps {
  items: OpportunityCard[]
  /** Whether to group the items by the time left until the deadline. */
  isGrouped: boolean
}

/** List of opportunities, each with the date of its deadline on the left. */
export function CardList({ items, isGrouped }: CardListProps) {
  if (!isGrouped) return <Items label={words.title} items={items} title="h2" />
  const groups = Object.groupBy(items, item => groupOf(item))
  return Object.entries(words.groups).map(([group, label]) => {
    const members = groups[group as Group]
    return (
      members && (
        <section key={group} className={styles.group} aria-label={label}>
          <h2 className={styles.groupTitle}>{label}</h2>
          <Items label={label} items={members} title="h3" />
        </section>
      )
    )
  })
}

type Group = keyof typeof words.groups

function groupOf(item: OpportunityCard, now = Date.now()): Group {
  const deadline = shownDeadline(item, now)
  if (!deadline) return 'none'
  const left = Date.parse(deadline.earliest) - now
  return left < 7 * dayMs ? 'week' : left < 30 * dayMs ? 'month' : 'later'
}

function Items({ label, items, title }: { label: string; items: OpportunityCard[]; title: 'h2' | 'h3' }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(item => (
        <Item key={item.id} item={item} title={title} />
      ))}
    </ul>
  )
}

function Item({ item, title: Title }: { item: OpportunityCard; title: 'h2' | 'h3' }) {
  const { id, kind, title, summary, organization, place, state, isOpen, berth, reports, fit } = item
  const deadline = shownDeadline(item)
  const at = berth ? null : formatDays(item.startsOn, item.endsOn)
  return (
    <li className={styles.item}>
      <Stamp deadline={deadline} />
      <div className={styles.words}>
        <p className={styles.eyebrow}>
          <span>{kinds[kind]}</span>
          {state !== 'published' && <Badge tone="warn">{texts.page.states[state]}</Badge>}
          {state === 'published' && !isOpen && <Badge>{texts.page.closed}</Badge>}
          {reports > 0 && <Badge tone="danger">{words.reports(reports)}</Badge>}
        </p>
        <Title className={styles.title}>
          <Link to={`/opportunities/${id}`}>{title}</Link>
        </Title>
        <p className={styles.quiet}>{[organization, place, at, item.amount].filter(Boolean).join(' · ')}</p>
        {berth && <Voyage berth={berth} />}
        {summary && <p className={styles.summary}>{summary}</p>}
        {fit && <FitLine fit={fit} />}
      </div>
      <div className={styles.due}>
        <strong>{closingWords(item)}</strong>
        {deadline && (
          <span className={styles.quiet}>
            {deadline.label && `${deadline.label}: `}
            {statedWords(deadline)}
          </span>
        )}
      </div>
      <SaveButton opportunity={item} />
    </li>
  )
}

/** Date stamp of a deadline. It is hidden from screen readers, because the text beside it includes the date. */
function Stamp({ deadline }: { deadline: Deadline | undefined }) {
  const stamp = deadline && stampOf(deadline)
  return (
    <div className={styles.stamp} aria-hidden>
      {stamp ? (
        <>
          <b>{stamp.day}</b>
          <span>
            {stamp.month}
            {stamp.year && ` ${stamp.year}`}
          </span>
        </>
      ) : (
        <b>–</b>
      )}
    </div>
  )
}

/** Line with the ship, ports, days and free berths of a cruise. */
function Voyage({ berth }: { berth: NonNullable<OpportunityCard['berth']> }) {
  const { ship, embarkPort, embarkOn, disembarkPort, disembarkOn, berthsFree, paid } = berth
  const ports = [embarkPort, disembarkPort].filter(Boolean).join(' → ')
  const parts = [ship, ports, formatDays(embarkOn, disembarkOn), berthsFree !== null && words.berths(berthsFree), paid]
  const stated = parts.filter(Boolean)
  return stated.length > 0 && <p className={styles.voyage}>{stated.join(' · ')}</p>
}
