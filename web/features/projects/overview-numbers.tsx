import type { ProjectOverview } from '../../../shared/contracts/projects.ts'
import { formatBytes, formatDay, formatDepth, formatNumber } from '../../ui/format.ts'
import styles from './overview-numbers.module.css'

/** What the media of a project add up to: no vanity totals, each number says what is still missing. */
export function OverviewNumbers({ overview }: { overview: ProjectOverview }) {
  const { mediaCount, mediaBytes, placedCount, datedCount, earliestEventDate, latestEventDate } = overview
  const { minimumDepthInMeters: shallowest, maximumDepthInMeters: deepest } = overview
  const missing = (count: number, what: string) =>
    count < mediaCount ? `${formatNumber(mediaCount - count)} without ${what}` : 'all of them'
  return (
    <dl className={styles.numbers}>
      <Figure name="media" value={formatNumber(mediaCount)} note={formatBytes(mediaBytes)} />
      <Figure name="with a position" value={formatNumber(placedCount)} note={missing(placedCount, 'a position')} />
      <Figure name="with a capture time" value={formatNumber(datedCount)} note={missing(datedCount, 'a time')} />
      {earliestEventDate && latestEventDate && (
        <Figure small name="captured, UTC" value={daysBetween(formatDay(earliestEventDate), formatDay(latestEventDate))} />
      )}
      {shallowest !== null && deepest !== null && (
        <Figure
          small
          name="depth"
          value={shallowest === deepest ? formatDepth(deepest) : `${formatNumber(shallowest, 1)} – ${formatDepth(deepest)}`}
        />
      )}
    </dl>
  )
}

const daysBetween = (first: string, last: string) => (first === last ? first : `${first} – ${last}`)

function Figure({ name, value, note, small = false }: { name: string; value: string; note?: string; small?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={small ? styles.small : undefined}>{value}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}
