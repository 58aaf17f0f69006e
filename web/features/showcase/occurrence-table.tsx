import { useState } from 'react'
import { saveText } from '../../charts/save.ts'
import { Button } from '../../ui/button.tsx'
import { columns, occurrenceOf, toCsv } from './darwin-core.ts'
import type { Mark } from './marks.ts'
import styles from './occurrence-table.module.css'
import { texts } from './texts.ts'

const { table: words } = texts

/** Table of the annotations as Darwin Core occurrences, newest first. The CSV file lists them in order of creation. */
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
        <h3>{words.title}</h3>
        <Button size="small" onClick={() => saveText('isobath-sample-occurrences.csv', 'text/csv', `${toCsv(marks)}\n`)}>
          {words.save}
        </Button>
        <Button size="small" onClick={copy}>
          {copied ? words.copied : words.copy}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={words.label} tabIndex={0}>
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
                  {words.none}
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
      <p className={styles.note}>{words.note(<code>basisOfRecord</code>, <code>MachineObservation</code>)}</p>
    </div>
  )
}
