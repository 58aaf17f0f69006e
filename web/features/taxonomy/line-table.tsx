import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import styles from './line-table.module.css'

interface LineTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  /** `width` is a CSS grid track size. `fillsLine` gives the cell a separate line in a narrow window. */
  columns: readonly { name: string; width: string; fillsLine?: boolean }[]
  rows: readonly Row[]
  /** Returns the cells of a row, one for each column. */
  cells: (row: Row) => ReactNode[]
}

/** Virtualised table in a scrolling frame. In a narrow window, the cells of a row wrap. */
// Long: one list with its key handlers and rows.
export function LineTable<Row>({ label, columns, rows, cells }: LineTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 40,
    overscan: 6,
    useFlushSync: false
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed one by one, which a table element cannot
    <div
      ref={scroller}
      className={styles.lines}
      style={{ '--tracks': columns.map(({ width }) => width).join(' ') } as CSSProperties}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard
      tabIndex={0}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a row of a plain table */}
      <div className={styles.head} role="row">
        {columns.map(({ name }) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: a header of a plain table
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={styles.rows} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          return (
            row !== undefined && (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useFocusableInteractive: a row of a plain table
              <div
                key={key}
                ref={list.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                className={styles.line}
                style={{ transform: `translateY(${start}px)` }}
              >
                {cells(row).map((content, place) => (
                  // biome-ignore lint/a11y/useSemanticElements: see above
                  <span key={place} role="cell" data-fills-line={columns[place]?.fillsLine}>
                    {content}
                  </span>
                ))}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
