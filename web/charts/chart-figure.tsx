import { type ReactNode, useContext, useRef } from 'react'
import { DownloadIcon } from '../ui/icons.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './chart-figure.module.css'
import { type CsvTable, csvOf } from './csv.ts'
import { FigureNote } from './figure-note.ts'
import { saveText, svgWithStyles } from './save.ts'
import { pngOf } from './save-png.ts'
import { texts } from './texts.ts'

export interface Method {
  /** Formula of the quantity, as written in a paper. */
  formula: string
  /** Source of the formula: "Shannon 1948". */
  source?: string
  /** DOI of the source, without `doi:`. */
  doi?: string
  /** Assumptions and limits of the formula. */
  note?: string
}

interface ChartFigureProps {
  /** Quantity and unit. */
  title: string
  /** Heading of the chart; by default the title. */
  heading?: ReactNode
  /** Sample size, effort and filter. */
  about: ReactNode
  methods: readonly Method[]
  /** File name of the downloads, without extension. */
  fileName: string
  /** Data of the chart as a table, for people who cannot see the chart and for programs. */
  table: CsvTable
  children: ReactNode
}

/**
 * Chart with everything needed to trust it: units, sample size, effort, formula and source. It is also available as a table, CSV, SVG and PNG.
 */
export function ChartFigure({ title, heading, about, methods, fileName, table, children }: ChartFigureProps) {
  const drawing = useRef<HTMLDivElement>(null)
  const note = useContext(FigureNote)
  const svg = () => drawing.current?.querySelector<SVGSVGElement>('svg[role="img"]')
  return (
    <figure className={styles.figure} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{heading ?? title}</h2>
        <MenuButton
          label={texts.downloadOf(title)}
          size="small"
          items={[
            { id: 'csv', label: texts.csv, onAction: () => saveText(`${fileName}.csv`, 'text/csv', csvOf(table)) },
            {
              id: 'svg',
              label: texts.svg,
              onAction: () => {
                const found = svg()
                if (found) saveText(`${fileName}.svg`, 'image/svg+xml', svgWithStyles(found))
              }
            },
            {
              id: 'png',
              label: texts.png,
              onAction: () => {
                const found = svg()
                if (found) void savePng(found, fileName)
              }
            }
          ]}
        >
          <DownloadIcon aria-hidden />
          {texts.download}
        </MenuButton>
        <p className={styles.about}>
          {about} {note}
        </p>
      </div>
      <div ref={drawing} className={styles.drawing}>
        {children}
      </div>
      <figcaption className={styles.methods}>
        {methods.map(({ formula, source, doi, note }) => (
          <p key={formula}>
            <span className={styles.formula}>{formula}</span>
            {source && <span>{doi ? <a href={`https://doi.org/${doi}`}>{source}</a> : source}</span>}
            {note && <span>{note}</span>}
          </p>
        ))}
      </figcaption>
      <TableTwin title={title} table={table} />
    </figure>
  )
}

async function savePng(svg: SVGSVGElement, fileName: string): Promise<void> {
  try {
    const address = URL.createObjectURL(await pngOf(svg))
    const link = document.createElement('a')
    link.href = address
    link.download = `${fileName}.png`
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch {
    showToast({ tone: 'danger', title: texts.notSaved, description: texts.notSavedAbout })
  }
}

const mostRows = 200

function TableTwin({ title, table: { columns, rows } }: { title: string; table: CsvTable }) {
  return (
    <details className={styles.twin}>
      <summary>{texts.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={texts.tableOf(title)} tabIndex={0}>
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
            {rows.slice(0, mostRows).map((row, place) => (
              <tr key={place}>
                {row.map((cell, at) => {
                  const Cell = at === 0 ? 'th' : 'td'
                  return (
                    <Cell key={columns[at]} scope={at === 0 ? 'row' : undefined}>
                      {typeof cell === 'number' ? Number(cell.toPrecision(6)) : (cell ?? '–')}
                    </Cell>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > mostRows && <p className={styles.about}>{texts.first(mostRows, rows.length)}</p>}
    </details>
  )
}
