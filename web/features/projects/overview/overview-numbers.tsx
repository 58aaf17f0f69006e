import type { ProjectOverview } from '../../../../shared/contracts/projects.ts'
import { formatBytes, formatDay, formatDepth, formatNumber } from '../../../ui/format.ts'
import styles from './overview-numbers.module.css'
import { texts } from './texts.ts'

const { numbers: words } = texts

/** Totals of a project's media. The totals for position and time also give the number of media without a value. */
export function OverviewNumbers({ overview }: { overview: ProjectOverview }) {
  const { mediaCount, mediaBytes, placedCount, datedCount, earliestEventDate, latestEventDate } = overview
  const { minimumDepthInMeters: shallowest, maximumDepthInMeters: deepest } = overview
  const missing = (count: number, without: (count: number) => string) => (count < mediaCount ? without(mediaCount - count) : words.complete)
  return (
    <dl className={styles.numbers}>
      <Figure name={words.images} value={formatNumber(mediaCount)} note={formatBytes(mediaBytes)} />
      <Figure name={words.positioned} value={formatNumber(placedCount)} note={missing(placedCount, words.withoutPosition)} />
      <Figure name={words.dated} value={formatNumber(datedCount)} note={missing(datedCount, words.withoutTime)} />
      {earliestEventDate && latestEventDate && (
        <Figure small name={words.captured} value={daysBetween(formatDay(earliestEventDate), formatDay(latestEventDate))} />
      )}
      {shallowest !== null && deepest !== null && (
        <Figure
          small
          name={words.depth}
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
