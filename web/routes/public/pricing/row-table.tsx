import { Words } from '../prose/prose.tsx'
import styles from './row-table.module.css'

/** Table of sentences. On a phone, each row becomes a small list. */
export function RowTable({ label, columns, rows }: { label: string; columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table className={styles.table} aria-label={label}>
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
        {rows.map(row => (
          <tr key={row[0]}>
            {row.map((cell, index) => {
              const Cell = index === 0 ? 'th' : 'td'
              return (
                <Cell key={columns[index]} scope={index === 0 ? 'row' : undefined} data-column={columns[index]}>
                  <Words text={cell} />
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
