import type { Preview } from '../../../shared/contracts/scraper.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatPosition } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import styles from './outside.module.css'
import { RecordName } from './record-name.tsx'
import { texts } from './texts.ts'
import { depthsOf } from './words.ts'

const { preview: words } = texts
type Row = Preview['records'][number] & { place: number }

interface PreviewPaneProps {
  preview: Preview | null
  isPending: boolean
  /** Whether the form has changed since the preview. */
  isStale: boolean
}

/** Preview of the first records of a query, before its job is saved. */
export function PreviewPane({ preview, isPending, isStale }: PreviewPaneProps) {
  return (
    <Section title={words.title} className={styles.preview}>
      {isPending ? (
        <SkeletonRows rows={6} label={words.loading} />
      ) : preview === null ? (
        <p className={styles.quiet}>{words.none}</p>
      ) : (
        <>
          <p role="status">{preview.failure ?? words.count(preview.total, preview.records.length)}</p>
          {isStale && <p className={styles.warning}>{words.stale}</p>}
          {preview.warnings.map(warning => (
            <Note key={warning}>{warning}</Note>
          ))}
          {preview.records.length > 0 && (
            <Table
              label={words.table}
              columns={columns}
              rows={preview.records.map((record, place) => ({ ...record, place }))}
              rowKey={({ place }) => String(place)}
            />
          )}
        </>
      )}
    </Section>
  )
}

const columns: Column<Row>[] = [
  { id: 'name', header: words.name, cell: ({ title }) => <RecordName title={title} /> },
  {
    id: 'facts',
    header: words.facts,
    cell: record => {
      const { eventDate, decimalLatitude, decimalLongitude, identity } = record
      const place = decimalLatitude !== null && decimalLongitude !== null && formatPosition(decimalLatitude, decimalLongitude, 3)
      return identity === null ? words.noIdentity : [eventDate, place, depthsOf(record)].filter(Boolean).join(' · ')
    }
  },
  {
    id: 'flags',
    header: texts.record.flags,
    cell: ({ flags }) => (
      <span className={styles.barActions}>
        {flags.map(flag => (
          <Badge key={flag}>{texts.flags[flag]}</Badge>
        ))}
      </span>
    )
  }
]
