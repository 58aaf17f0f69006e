// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one, which a table element cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the rows, not on their cells
import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import type { Column } from './table.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'
import styles from './virtual-table.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Column of a virtual table. `width` is a CSS grid track. Buttons and checkboxes in a cell have tabIndex -1, and are reached by arrow keys. */
export interface TrackColumn<Row> extends Omit<Column<Row>, 'sortable'> {
  width: string
}

interface VirtualTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  /** Columns. The first contains the row headers. On a phone, a column with `srHeader` stays at the end of the first line. */
  columns: readonly TrackColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Row to scroll to and focus. Each new object moves the focus. */
  sought?: { key: string } | null
}

/**
 * A table of any length in a scrolling frame. Only the rows in view are rendered. The table is one Tab stop. Arrow keys move between rows and
 * to their buttons, and Enter and Space press the first button. In a narrow frame, rows have two or more lines.
 */
// Long: one table with its header and rows.
export function VirtualTable<Row>({ label, columns, rows, rowKey, sought = null }: VirtualTableProps<Row>) {
  const { scroller, items, measure, height, active, setActive, keyDown } = useVirtualRows({ keys: rows.map(rowKey), sought })
  return (
    <div
      className={styles.frame}
      style={{ '--tracks': columns.map(({ width }) => width).join(' ') } as CSSProperties}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      onKeyDown={keyDown}
    >
      <div role="rowgroup" className={styles.headGroup}>
        <div role="row" aria-rowindex={1} className={styles.head}>
          {columns.map(column => (
            <span key={column.id} role="columnheader" className={classNames(column.number && styles.number)}>
              {column.header || <VisuallyHidden>{column.srHeader}</VisuallyHidden>}
            </span>
          ))}
        </div>
      </div>
      <div ref={scroller} role="rowgroup" className={styles.scroller}>
        <div role="none" className={styles.rows} style={{ height }}>
          {items.map(({ index, start, key }) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <div
                  key={key}
                  ref={measure}
                  role="row"
                  aria-rowindex={index + 2}
                  tabIndex={index === active ? 0 : -1}
                  data-index={index}
                  className={styles.row}
                  style={{ transform: `translateY(${start}px)` }}
                  onFocus={() => setActive(index)}
                >
                  <Cells columns={columns} row={row} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Cells of a row. In a narrow frame, the cells between the row header and the end of the row share lines. */
function Cells<Row>({ columns, row }: { columns: readonly TrackColumn<Row>[]; row: Row }) {
  const [first, ...others] = columns
  const cellOf = (column: TrackColumn<Row>) => (
    <span
      key={column.id}
      role="gridcell"
      className={classNames(column.number && styles.number, column.srHeader && styles.end)}
      data-label={column.stackedLabel ? column.header : undefined}
    >
      {column.cell(row)}
    </span>
  )
  return (
    <>
      <span role="rowheader" className={styles.first}>
        {first?.cell(row)}
      </span>
      <div role="none" className={styles.middle}>
        {others.filter(({ srHeader }) => !srHeader).map(cellOf)}
      </div>
      {others.filter(({ srHeader }) => srHeader).map(cellOf)}
    </>
  )
}
