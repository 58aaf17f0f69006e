import type { Import, ImportPreview } from '../../../shared/contracts/exchange.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Table } from '../../ui/table.tsx'
import { download } from './download.ts'
import styles from './exchange.module.css'
import { texts } from './texts.tsx'

const { findings: words } = texts

const mostShown = 50

type Finding = ImportPreview['findings'][number]

interface FindingsProps {
  given: Pick<Import, 'id' | 'fileName' | 'result'>
  preview: ImportPreview
  /** Number of annotations whose labels will be left out. */
  toLeaveOut?: number
}

/** Entries of a file that are changed or left out. */
export function Findings({ given, preview, toLeaveOut = 0 }: FindingsProps) {
  const leftOut = leftOutByApplying(given.result)
  const findings = [...leftOut, ...preview.findings]
  const refusedCount = leftOut.reduce((sum, { count = 1 }) => sum + count, preview.refusedCount)
  const changed = preview.findingCount - preview.refusedCount
  const findingCount = refusedCount + changed
  const more = toLeaveOut > 0 && words.afterImport(toLeaveOut)
  if (findingCount === 0) return <p className={styles.nothing}>{more ? `${words.noneElse} ${more}` : words.none}</p>
  const shown = findings.slice(0, mostShown)
  const told = shown.reduce((sum, { count = 1 }) => sum + count, 0)
  const about = [
    refusedCount > 0 && words.leftOut(refusedCount),
    changed > 0 && words.changed(changed),
    findingCount > told && words.first(shown.length),
    words.csv,
    more
  ]
  return (
    <section className={styles.part} aria-label={words.title}>
      <div className={styles.partHead}>
        <h3>{words.title}</h3>
        <Button
          size="small"
          icon={<DownloadIcon aria-hidden />}
          onClick={() => void download(`/imports/${given.id}/findings`, `${given.fileName}-findings.csv`)}
        >
          {words.download}
        </Button>
      </div>
      <p className={styles.rowAbout}>{about.filter(Boolean).join(' ')}</p>
      <Table<Finding>
        label={words.table}
        rows={shown}
        rowKey={finding => `${finding.row} ${finding.column} ${finding.path} ${finding.message}`}
        columns={[
          { id: 'message', header: words.messageColumn, cell: finding => <span className={styles.message}>{finding.message}</span> },
          { id: 'place', header: words.placeColumn, cell: place },
          {
            id: 'outcome',
            header: words.outcomeColumn,
            cell: ({ taken }) => <Badge tone={taken ? 'warn' : 'danger'}>{taken ? words.isChanged : words.isLeftOut}</Badge>
          }
        ]}
      />
    </section>
  )
}

function leftOutByApplying(result: Import['result']): Finding[] {
  const { leftOutCount = 0, vanishedCount = 0 } = result ?? {}
  const finding = (count: number, message: (count: number) => string): Finding[] =>
    count === 0 ? [] : [{ taken: false, row: null, column: null, path: null, message: message(count), count }]
  return [...finding(leftOutCount, words.ofLabels), ...finding(vanishedCount, words.ofImages)]
}

function place({ row, column, path }: Finding) {
  return (
    <>
      {words.place(row, column)}
      {path !== null && <code className={styles.path}>{path}</code>}
    </>
  )
}
