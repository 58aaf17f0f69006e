import type { Import, ImportPreview } from '../../../shared/contracts/exchange.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Table } from '../../ui/table.tsx'
import { download } from './download.ts'
import styles from './exchange.module.css'
import { type FindingGroup, groupFindings, type PlaceInFile } from './finding-groups.ts'
import { importTexts as texts } from './texts.ts'

const { findings: words } = texts

const mostShown = 50

type Finding = ImportPreview['findings'][number]

interface FindingsProps {
  given: Pick<Import, 'id' | 'fileName' | 'result'>
  preview: ImportPreview
  /** Number of annotations that will be left out with their labels. */
  toLeaveOut?: number
  /** Number of sample points that will come without a label. */
  toUnlabel?: number
}

/** Table of the entries of a file that are changed or left out, grouped by reason. */
export function Findings({ given, preview, toLeaveOut = 0, toUnlabel = 0 }: FindingsProps) {
  const applied = foundByApplying(given.result)
  const findings = [...applied, ...preview.findings]
  const sumOf = (taken: boolean) => applied.reduce((sum, { count = 1, ...each }) => sum + (each.taken === taken ? count : 0), 0)
  const refusedCount = preview.refusedCount + sumOf(false)
  const changed = preview.findingCount - preview.refusedCount + sumOf(true)
  const findingCount = refusedCount + changed
  const coming = [toLeaveOut > 0 && words.afterImport(toLeaveOut), toUnlabel > 0 && words.unlabelledAfterImport(toUnlabel)]
  const more = coming.filter(Boolean).join(' ')
  if (findingCount === 0) return <p className={styles.nothing}>{more ? `${words.noneElse} ${more}` : words.none}</p>
  const shown = groupFindings(findings).slice(0, mostShown)
  const shownCount = shown.reduce((sum, { count }) => sum + count, 0)
  const about = [
    refusedCount > 0 && words.leftOut(refusedCount),
    changed > 0 && words.changed(changed),
    findingCount > shownCount && words.first(shown.length),
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
      <Table<FindingGroup>
        label={words.table}
        rows={shown}
        rowKey={({ key }) => key}
        columns={[
          {
            id: 'message',
            header: words.messageColumn,
            cell: ({ message, times }) => (
              <span className={styles.message}>
                {message}
                {times > 1 && ` (${words.times(times)})`}
              </span>
            )
          },
          { id: 'place', header: words.placeColumn, cell: Places },
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

function foundByApplying(result: Import['result']): Finding[] {
  const { leftOutCount = 0, vanishedCount = 0, unlabelledCount = 0 } = result ?? {}
  const finding = (count: number, message: (count: number) => string, taken = false): Finding[] =>
    count === 0 ? [] : [{ taken, row: null, column: null, path: null, message: message(count), count }]
  return [
    ...finding(leftOutCount, words.ofLabels),
    ...finding(vanishedCount, words.ofImages),
    ...finding(unlabelledCount, words.withoutLabel, true)
  ]
}

const placesShown = 3

function Places({ times, places }: FindingGroup) {
  const more = times - placesShown
  return (
    <>
      {places.slice(0, placesShown).map((place, at) => (
        <div key={at}>
          <Place {...place} />
        </div>
      ))}
      {more > 0 && words.morePlaces(more)}
    </>
  )
}

function Place({ row, column, path }: PlaceInFile) {
  return (
    <>
      {words.place(row, column)}
      {path !== null && <code className={styles.path}>{path}</code>}
    </>
  )
}
