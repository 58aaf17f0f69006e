import type { CSSProperties } from 'react'
import type { Agreement, PairAgreement } from '../../../shared/contracts/annotation-sessions.ts'
import { formatNumber } from '../../ui/format.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

const { matrix: words } = texts

/** Maximum number of rows and of columns shown. */
const mostShown = 40

interface ConfusionMatrixProps {
  pair: PairAgreement
  labels: Agreement['labels']
  /** Names of the two people. The rows are the labels of `first`, the columns those of `second`. */
  first: string
  second: string
}

/** Confusion matrix of two people. Cells are shaded by their share of the row. The diagonal is framed. */
// Long: one table with its header and totals.
export function ConfusionMatrix({ pair, labels, first, second }: ConfusionMatrixProps) {
  const counts = new Map(pair.cells.map(([row, column, count]) => [`${row} ${column}`, count]))
  const weight = (place: number) =>
    pair.cells.reduce((sum, [row, column, count]) => sum + (row === place || column === place ? count : 0), 0)
  const used = [...new Set(pair.cells.flatMap(cell => cell.slice(0, 2)))].filter(place => place >= 0)
  const shown = used.sort((a, b) => weight(b) - weight(a)).slice(0, mostShown)
  const places = [...shown, -1]
  const nameOf = (place: number) => (place < 0 ? words.notMarked : (labels[place]?.name ?? '–'))
  const sumOf = (row: number) => places.reduce((sum, column) => sum + (counts.get(`${row} ${column}`) ?? 0), 0)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be one landmark too many */}
      <div className={styles.scroll} role="group" tabIndex={0} aria-label={words.title}>
        <table className={styles.matrix}>
          <caption>{words.caption(first, second)}</caption>
          <thead>
            <tr>
              <td />
              {places.map(place => (
                <th key={place} scope="col" data-tip={nameOf(place)}>
                  {nameOf(place)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map(row => (
              <tr key={row}>
                <th scope="row" data-tip={nameOf(row)}>
                  {nameOf(row)}
                </th>
                {places.map(column => {
                  const count = counts.get(`${row} ${column}`) ?? 0
                  const isUnknown = row < 0 && column < 0
                  return (
                    <td
                      key={column}
                      className={styles.cell}
                      style={{ '--share': count / Math.max(1, sumOf(row)) } as CSSProperties}
                      data-same={(row === column && row >= 0) || undefined}
                      data-none={count === 0 || undefined}
                    >
                      {isUnknown ? '–' : formatNumber(count, 0)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {used.length > mostShown && <p className={styles.quiet}>{words.cut(mostShown, used.length - mostShown)}</p>}
    </>
  )
}
