import { useState } from 'react'
import { saveText } from '../../charts/save.ts'
import { Button } from '../../ui/button.tsx'
import { columns, occurrenceOf, toCsv } from './darwin-core.ts'
import type { Mark } from './marks.ts'
import styles from './occurrence-table.module.css'

/** Table of the annotations as Darwin Core occurrences, newest first. The file keeps the order of annotation. */
export function OccurrenceTable({ marks }: { marks: readonly Mark[] }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(toCsv(marks))
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div className={styles.table}>
      <div className={styles.head}>
        <h3>Darwin Core, for OBIS and GBIF</h3>
        <Button size="small" onClick={() => saveText('isobath-sample-occurrences.csv', 'text/csv', `${toCsv(marks)}\n`)}>
          Save CSV
        </Button>
        <Button size="small" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="Occurrence table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {marks.length === 0 && (
              <tr>
                <td colSpan={columns.length} className={styles.empty}>
                  Annotate an animal and its row appears here.
                </td>
              </tr>
            )}
            {marks.toReversed().map(mark => (
              <tr key={mark.id}>
                {occurrenceOf(mark).map((value, index) => (
                  <td key={columns[index]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>
        Time, place and depth belong to the invented dive. <code>basisOfRecord</code> is <code>MachineObservation</code> because the
        evidence is a picture, whoever named the animal.
      </p>
    </div>
  )
}
