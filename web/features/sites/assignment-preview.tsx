import type { AssignmentReport } from '../../../shared/contracts/sites.ts'
import { csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import styles from './sites.module.css'

type Share = AssignmentReport['sites'][number]

const columns: Column<Share>[] = [
  {
    id: 'site',
    header: 'Site',
    cell: ({ name, surveyName, siteId }) => (
      <>
        {name}
        {surveyName && <span className={styles.quiet}> {surveyName}</span>} {siteId === null && <Badge tone="primary">new</Badge>}
      </>
    )
  },
  { id: 'matched', header: 'Images', cell: ({ matchedCount }) => formatNumber(matchedCount), number: true, stackedLabel: true },
  { id: 'changed', header: 'Change', cell: ({ changedCount }) => formatNumber(changedCount), number: true, stackedLabel: true },
  { id: 'examples', header: 'Such as', cell: ({ examples }) => <span className={styles.examples}>{examples.join(', ')}</span> }
]

const shown = 100

/** What an assignment would do: how many images each site gets, and every one that it does not take. */
export function AssignmentPreview({ report, stale = false, fileName }: { report: AssignmentReport; stale?: boolean; fileName: string }) {
  const { matchedCount, changedCount, sites, problems, problemCount } = report
  return (
    <div className={styles.preview} aria-busy={stale || undefined}>
      <p role="status">
        {matchedCount === 0
          ? 'No image fits.'
          : `${formatCount(matchedCount, 'image')} ${matchedCount === 1 ? 'fits' : 'fit'} ${formatCount(sites.length, 'site')}; ${changedCount === 0 ? 'none' : formatNumber(changedCount)} of them would change.`}
      </p>
      {sites.length > 0 && (
        <Table label="Images by site" columns={columns} rows={sites} rowKey={({ name, surveyName }) => `${name} ${surveyName ?? ''}`} />
      )}
      {problemCount > 0 && (
        <section className={styles.problems} aria-label="Not taken">
          <div className={styles.problemsHead}>
            <h3>{formatNumber(problemCount)} not taken</h3>
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
              Download CSV
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul className={styles.problemList} tabIndex={0} aria-label="Not taken, with reasons">
            {problems.slice(0, shown).map(({ row, fileName: file, message }, place) => (
              <li key={place}>
                {row !== null && <span className={styles.quiet}>row {formatNumber(row)}</span>} {file && <code>{file}</code>} {message}
              </li>
            ))}
          </ul>
          {problemCount > shown && (
            <p className={styles.quiet}>
              The first {shown} are listed; the CSV has {formatNumber(problems.length)}.
            </p>
          )}
        </section>
      )}
    </div>
  )
}
