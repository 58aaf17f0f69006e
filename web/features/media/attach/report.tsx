import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { MetadataReport } from '../../../../shared/contracts/media.ts'
import { saveBlob } from '../../../api/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { ColumnMeanings } from '../../../ui/column-meanings.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { ReportCounts } from '../../../ui/report-counts.tsx'
import styles from './attach.module.css'
import { problemsCsv } from './problems-csv.ts'
import { texts } from './texts.ts'

const { report: words } = texts

/** Effects of a metadata table: counts, the meaning of its columns, and the problems in its rows. */
export function Report({ fileName, report }: { fileName: string; report: MetadataReport }) {
  const { rowCount, matchedCount, changedCount, columns, problems, problemCount } = report
  return (
    <>
      <p className={styles.file}>{fileName}</p>
      <ReportCounts
        counts={[
          { value: rowCount, name: words.rows(rowCount) },
          { value: matchedCount, name: words.matched(matchedCount) },
          { value: changedCount, name: words.changed(changedCount), tone: 'result' },
          { value: problemCount, name: words.problemCount(problemCount), tone: problemCount > 0 ? 'problem' : undefined }
        ]}
      />
      <section className={styles.part} aria-labelledby="attach-columns">
        <h3 id="attach-columns">{words.columns}</h3>
        <ColumnMeanings columns={columns} words={words.meanings} />
      </section>
      {problemCount > 0 && (
        <section className={styles.part} aria-labelledby="attach-problems">
          <div className={styles.head}>
            <h3 id="attach-problems">{words.problems(problemCount)}</h3>
            <Button
              size="small"
              icon={<DownloadIcon aria-hidden />}
              onClick={() => saveBlob(new Blob([problemsCsv(problems)], { type: 'text/csv' }), words.fileName(fileName))}
            >
              {words.download}
            </Button>
          </div>
          <Problems problems={problems} />
          {problemCount > problems.length && <p className={styles.more}>{words.first(problems.length)}</p>}
        </section>
      )}
    </>
  )
}

function Problems({ problems }: Pick<MetadataReport, 'problems'>) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: problems.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 6,
    useFlushSync: false
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed one by one, which a table element cannot
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard
    <div ref={scroller} className={styles.problems} role="table" aria-label={words.table} aria-rowcount={problems.length + 1} tabIndex={0}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a row of a plain table */}
      <div className={styles.problemsHead} role="row">
        {words.tableColumns.map(name => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: a header of a plain table
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={styles.problemRows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const { row, column, fileName, message } = problems[index]!
          return (
            // biome-ignore lint/a11y/useSemanticElements: see above
            // biome-ignore lint/a11y/useFocusableInteractive: a row of a plain table
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              className={styles.problem}
              style={{ transform: `translateY(${start}px)` }}
            >
              {[formatNumber(row, 0), column ?? '', fileName ?? '', message].map((text, place) => (
                // biome-ignore lint/a11y/useSemanticElements: see above
                <span key={place} role="cell">
                  {text}
                </span>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}
