import type { Import, ImportPreview } from '../../../shared/contracts/exchange.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Table } from '../../ui/table.tsx'
import { download } from './download.ts'
import styles from './exchange.module.css'

const mostShown = 50

type Finding = ImportPreview['findings'][number]

interface FindingsProps {
  given: Pick<Import, 'id' | 'fileName' | 'result'>
  preview: ImportPreview
  /** Annotations of labels that will be left out. */
  toLeaveOut?: number
}

/** What of a file is not taken, or not as it stands there. */
export function Findings({ given, preview, toLeaveOut = 0 }: FindingsProps) {
  const leftOut = leftOutByApplying(given.result)
  const findings = [...leftOut, ...preview.findings]
  const refusedCount = leftOut.reduce((sum, { count = 1 }) => sum + count, preview.refusedCount)
  const changed = preview.findingCount - preview.refusedCount
  const findingCount = refusedCount + changed
  const more = toLeaveOut > 0 && `${formatCount(toLeaveOut, 'annotation')} of labels that are left out will be named once it is imported.`
  if (findingCount === 0)
    return (
      <p className={styles.nothing}>
        {more ? `Else everything is taken as it stands there. ${more}` : 'Everything in the file is taken as it stands there.'}
      </p>
    )
  const shown = findings.slice(0, mostShown)
  const told = shown.reduce((sum, { count = 1 }) => sum + count, 0)
  const words = [
    ...(refusedCount > 0 ? [`${formatCount(refusedCount, 'entry', 'entries')} left out`] : []),
    ...(changed > 0 ? [`${formatCount(changed, 'entry', 'entries')} changed`] : [])
  ]
  return (
    <section className={styles.part} aria-label="What is not taken as it stands">
      <div className={styles.partHead}>
        <h3>What is not taken as it stands</h3>
        <Button
          size="small"
          icon={<DownloadIcon aria-hidden />}
          onClick={() => void download(`/imports/${given.id}/findings`, `${given.fileName}-findings.csv`)}
        >
          Download all as CSV
        </Button>
      </div>
      <p className={styles.rowAbout}>
        {words.join(', ')}.{findingCount > told && ` The first ${shown.length} are shown.`} The CSV names each. {more}
      </p>
      <Table<Finding>
        label="Findings"
        rows={shown}
        rowKey={finding => `${finding.row} ${finding.column} ${finding.path} ${finding.message}`}
        columns={[
          { id: 'message', header: 'What', cell: finding => <span className={styles.message}>{finding.message}</span> },
          { id: 'place', header: 'Where', cell: place },
          {
            id: 'outcome',
            header: 'Outcome',
            cell: ({ taken }) => <Badge tone={taken ? 'warn' : 'danger'}>{taken ? 'changed' : 'left out'}</Badge>
          }
        ]}
      />
    </section>
  )
}

function leftOutByApplying(result: Import['result']): Finding[] {
  const { leftOutCount = 0, vanishedCount = 0 } = result ?? {}
  const finding = (count: number, why: string): Finding[] =>
    count === 0 ? [] : [{ taken: false, row: null, column: null, path: null, message: `${formatCount(count, 'annotation')} ${why}`, count }]
  return [
    ...finding(leftOutCount, 'of labels that were left out'),
    ...finding(vanishedCount, 'of images that were removed or got other sample points meanwhile')
  ]
}

function place({ row, column, path }: Finding) {
  const words = [row !== null && `line ${row}`, column !== null && `column ${column}`].filter(Boolean).join(', ')
  return (
    <>
      {words}
      {path !== null && <code className={styles.path}>{path}</code>}
    </>
  )
}
