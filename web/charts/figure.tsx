import { type ReactNode, useRef } from 'react'
import styles from './figure.module.css'
import * as texts from './figure-texts.ts'

export type Table = { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] }

export type FigureProps = {
  /** Number of the figure in its article, from 1. */
  number: number
  title: string
  caption: ReactNode
  /** File name of the downloads, without extension. */
  fileName: string
  /** Data of the figure as a table, for people who cannot see the figure and for programs. */
  table: Table
  children: ReactNode
}

// Few readers save a figure, so the code for it loads when the table is opened.
const saving = () => import('./save.ts')

/** Numbered figure with a caption and a table of its data. Both can be saved as files. */
export function Figure({ number, title, caption, fileName, table, children }: FigureProps) {
  const drawing = useRef<HTMLDivElement>(null)
  return (
    <figure className={styles.figure}>
      <p className={styles.title}>
        <span>
          {texts.figure} {number}
        </span>{' '}
        {title}
      </p>
      <div ref={drawing}>{children}</div>
      <figcaption className={styles.caption}>{caption}</figcaption>
      <details className={styles.data} onToggle={() => void saving().catch(() => {})}>
        <summary>{texts.table}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className={styles.scroll} aria-label={`${texts.tableOf} ${number}`} tabIndex={0}>
          <table>
            <caption>{title}</caption>
            <thead>
              <tr>
                {table.columns.map(column => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(row => (
                <tr key={row.join(' ')}>
                  {row.map((cell, index) =>
                    index === 0 ? (
                      <th key={table.columns[index]} scope="row">
                        {cell}
                      </th>
                    ) : (
                      <td key={table.columns[index]}>{cell}</td>
                    )
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <p className={styles.saves}>
          <button type="button" onClick={() => void saveTable(fileName, table)}>
            {texts.saveCsv}
          </button>
          <button type="button" onClick={() => void saveDrawing(fileName, drawing.current)}>
            {texts.saveSvg}
          </button>
        </p>
      </details>
    </figure>
  )
}

async function saveTable(fileName: string, table: Table): Promise<void> {
  const { saveText } = await saving()
  saveText(`${fileName}.csv`, 'text/csv', csvOf(table))
}

async function saveDrawing(fileName: string, drawing: HTMLElement | null): Promise<void> {
  const { saveText, svgWithStyles } = await saving()
  const svg = drawing?.querySelector<SVGSVGElement>('svg[role="img"]')
  if (svg) saveText(`${fileName}.svg`, 'image/svg+xml', svgWithStyles(svg))
}

const csvOf = ({ columns, rows }: Table): string => `${[columns, ...rows].map(row => row.map(quoted).join(',')).join('\n')}\n`

const quoted = (value: string | number): string => {
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
