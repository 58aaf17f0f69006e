import type { AssignmentReport } from '../../../shared/contracts/sites.ts'
import { csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import styles from './sites.module.css'
import { texts } from './texts.tsx'

const { preview: words } = texts

type Share = AssignmentReport['sites'][number]

const columns: Column<Share>[] = [
  {
    id: 'site',
    header: words.site,
    cell: ({ name, surveyName, siteId }) => (
      <>
        {name}
        {surveyName && <span className={styles.quiet}> {surveyName}</span>} {siteId === null && <Badge tone="primary">{words.isNew}</Badge>}
      </>
    )
  },
  { id: 'matched', header: words.images, cell: ({ matchedCount }) => formatNumber(matchedCount), number: true, stackedLabel: true },
  { id: 'changed', header: words.changes, cell: ({ changedCount }) => formatNumber(changedCount), number: true, stackedLabel: true },
  { id: 'examples', header: words.examples, cell: ({ examples }) => <span className={styles.examples}>{examples.join(', ')}</span> }
]

const shown = 100

/** Preview of an assignment: the images by site, and the rows that are left out. */
export function AssignmentPreview({ report, stale = false, fileName }: { report: AssignmentReport; stale?: boolean; fileName: string }) {
  const { matchedCount, changedCount, sites, problems, problemCount } = report
  return (
    <div className={styles.preview} aria-busy={stale || undefined}>
      <p role="status">{matchedCount === 0 ? words.noMatch : words.matches(matchedCount, sites.length, changedCount)}</p>
      {sites.length > 0 && (
        <Table label={words.table} columns={columns} rows={sites} rowKey={({ name, surveyName }) => `${name} ${surveyName ?? ''}`} />
      )}
      {problemCount > 0 && (
        <section className={styles.problems} aria-label={words.problems}>
          <div className={styles.problemsHead}>
            <h3>{words.problemCount(problemCount)}</h3>
            <Button
              size="small"
              icon={<DownloadIcon aria-hidden />}
              onClick={() =>
                saveText(
                  `${fileName}.csv`,
                  'text/csv',
                  csvOf({
                    columns: ['row', 'file', 'problem'],
                    rows: problems.map(({ row, fileName: file, message }) => [row, file, message])
                  })
                )
              }
            >
              {words.download}
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
          <ul className={styles.problemList} tabIndex={0} aria-label={words.reasons}>
            {problems.slice(0, shown).map(({ row, fileName: file, message }, place) => (
              <li key={place}>
                {row !== null && <span className={styles.quiet}>{words.row(row)}</span>} {file && <code>{file}</code>} {message}
              </li>
            ))}
          </ul>
          {problemCount > shown && <p className={styles.quiet}>{words.first(shown, problems.length)}</p>}
        </section>
      )}
    </div>
  )
}
