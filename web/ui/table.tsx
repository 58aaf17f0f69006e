import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ChevronDownIcon, ChevronUpIcon } from './icons.tsx'
import styles from './table.module.css'
import { Term } from './term.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface Column<Row> {
  id: string
  /** Header of the column. It is empty for a column of actions, which then needs `srHeader`. */
  header: string
  srHeader?: string
  /** Explanation of the header, in a tooltip. */
  tip?: string
  cell: (row: Row) => ReactNode
  /** True to show right-aligned tabular figures. */
  number?: boolean
  sortable?: boolean
  /** True to show the column name before the value on a phone. */
  stackedLabel?: boolean
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

interface TableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
}

/** A simple table. The first column contains the row headers. On a phone, rows have two lines. */
export function Table<Row>({ label, columns, rows, rowKey, sort, onSort }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark too many
    <div className={styles.scroll} role="group" tabIndex={0} aria-label={label}>
      <table className={`${styles.table} ${styles.stacks}`}>
        <thead>
          <tr>
            {columns.map(column => {
              const direction = sort?.column === column.id ? sort.direction : undefined
              return (
                <th
                  key={column.id}
                  scope="col"
                  className={classNames(column.number && styles.number, column.srHeader && styles.end)}
                  aria-sort={direction}
                >
                  {column.sortable && onSort ? (
                    <SortButton
                      direction={direction}
                      tip={column.tip}
                      onPress={() => onSort({ column: column.id, direction: direction === 'ascending' ? 'descending' : 'ascending' })}
                    >
                      {column.header}
                    </SortButton>
                  ) : (
                    <Term tip={column.tip}>{column.header || <VisuallyHidden>{column.srHeader}</VisuallyHidden>}</Term>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={column.id}
                    scope={index === 0 ? 'row' : undefined}
                    className={classNames(column.number && styles.number, column.srHeader && styles.end)}
                    data-label={column.stackedLabel ? column.header : undefined}
                  >
                    {column.cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortButtonProps {
  direction: Sort['direction'] | undefined
  onPress: () => void
  /** Explanation of the header, in a tooltip. */
  tip?: string | undefined
  children: ReactNode
}

/** Column header that sorts the rows. */
export function SortButton({ direction, onPress, tip, children }: SortButtonProps) {
  return (
    <button type="button" className={styles.sort} data-tip={tip} onClick={onPress}>
      {children}
      {direction === 'ascending' && <ChevronUpIcon aria-hidden />}
      {direction === 'descending' && <ChevronDownIcon aria-hidden />}
    </button>
  )
}
