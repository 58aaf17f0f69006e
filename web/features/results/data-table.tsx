import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { SortButton } from '../../ui/table.tsx'
import styles from './data-table.module.css'
import { texts } from './texts.tsx'

export interface DataColumn<Row> {
  id: string
  name: string
  /** Unit, shown under the name. */
  unit?: string
  /** Explanation of the name, in a tooltip. */
  tip?: string | undefined
  /** The displayed name; `name` by default. */
  title?: ReactNode
  value: (row: Row) => string | number | null
  /** The displayed value; `value` by default. */
  show?: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  label: string
  /** Columns. The first contains the name of each row, as text. */
  columns: DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Totals, always below the sorted rows. */
  last?: Row
}

const rowPx = 32
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Virtualised table, sortable by any column. A third press on a column restores the original order. */
// Long: one table with its header and rows.
export function DataTable<Row>({ label, columns, rows, rowKey, last }: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const [sort, setSort] = useState<{ id: string; direction: 'ascending' | 'descending' } | null>(null)
  const sorted = sort ? sortedBy(rows, columns.find(({ id }) => id === sort.id) ?? columns[0], sort.direction) : rows
  const visible = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 20,
    getItemKey: index => {
      const row = sorted[index]
      return row === undefined ? index : rowKey(row)
    },
    useFlushSync: false
  })
  const items = visible.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = visible.getTotalSize() - (items.at(-1)?.end ?? 0)

  function press(id: string, isText: boolean) {
    const [first, second] = isText ? (['ascending', 'descending'] as const) : (['descending', 'ascending'] as const)
    setSort(before => (before?.id !== id ? { id, direction: first } : before.direction === first ? { id, direction: second } : null))
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a section would be one landmark too many
    <div ref={scroller} className={styles.scroll} role="group" tabIndex={0} aria-label={label}>
      <table className={styles.table} aria-rowcount={sorted.length + 1}>
        <thead>
          <tr>
            {columns.map((column, place) => {
              const direction = sort?.id === column.id ? sort.direction : undefined
              return (
                <th key={column.id} scope="col" aria-sort={direction}>
                  <SortButton direction={direction} tip={column.tip} onPress={() => press(column.id, place === 0)}>
                    <span>{column.title ?? column.name}</span>
                  </SortButton>
                  {column.unit && <span className={styles.unit}>{column.unit}</span>}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Room height={above} />}
          {items.map(({ index, key }) => {
            const row = sorted[index]
            return row === undefined ? null : <Line key={key} row={row} columns={columns} index={index} />
          })}
          {below > 0 && <Room height={below} />}
        </tbody>
        {last !== undefined && (
          <tfoot>
            <Line row={last} columns={columns} />
          </tfoot>
        )}
      </table>
      {rows.length === 0 && <p className={styles.none}>{texts.table.empty}</p>}
    </div>
  )
}

/** Spacer in place of rows that are not rendered. */
function Room({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is not focusable
    <tr aria-hidden="true">
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}

function Line<Row>({ row, columns, index }: { row: Row; columns: DataColumn<Row>[]; index?: number }) {
  return (
    <tr aria-rowindex={index === undefined ? undefined : index + 2}>
      {columns.map((column, place) => {
        const Cell = place === 0 ? 'th' : 'td'
        const value = column.value(row)
        return (
          <Cell key={column.id} scope={place === 0 ? 'row' : undefined} className={classNames(value === null && styles.missing)}>
            {column.show ? column.show(row) : (value ?? '–')}
          </Cell>
        )
      })}
    </tr>
  )
}

/** Sorts rows by a column. Empty values come last in both directions. */
function sortedBy<Row>(rows: readonly Row[], column: DataColumn<Row> | undefined, direction: 'ascending' | 'descending'): Row[] {
  if (!column) return [...rows]
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [one, other] = [column.value(a), column.value(b)]
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
    return sign * (typeof one === 'number' && typeof other === 'number' ? one - other : natural.compare(String(one), String(other)))
  })
}
