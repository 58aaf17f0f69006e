import { classNames } from '../ui/class-names.ts'
import type { Axis } from './axis.ts'
import slots from './data-slot.module.css'
import styles from './line-chart.module.css'
import { Plot } from './plot.tsx'
import { useWidth } from './use-width.ts'

export type Series = {
  name: string
  /** Number of the data colour. It also determines the dash pattern, so that lines can be distinguished without colour. */
  slot: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
  points: readonly { x: number; y: number }[]
  /** Interval around the line, such as a confidence interval. */
  band?: readonly { x: number; low: number; high: number }[]
  /** Position of the name in data units. By default, the text starts there. If any series has no position, all names are listed above. */
  labelAt?: { x: number; y: number; anchor?: 'start' | 'end' | 'middle' }
}

export type LineChartProps = {
  title: string
  description: string
  x: Axis
  y: Axis
  series: readonly Series[]
  /** Draws the y axis downwards, as for depth. */
  downwards?: boolean | undefined
  /** Point to mark, in data units. */
  reference?: { x: number; y: number; label: string }
}

const dashes = ['', '', '7 4', '2 3', '10 3 2 3', '14 4', '1 4', '6 2 2 2', '3 6']
const height = 340

/** Line chart, drawn at its actual width so that text keeps its size. Names are placed at the lines; narrow charts list them above. */
export function LineChart({ title, description, x, y, series, downwards, reference }: LineChartProps) {
  const [frame, width] = useWidth<HTMLDivElement>(640)
  const named = width >= 520 && series.every(({ labelAt }) => labelAt)
  return (
    <div ref={frame} className={styles.frame}>
      {!named && <Key series={series} />}
      <Plot title={title} description={description} width={width} height={height} x={x} y={y} downwards={downwards}>
        {(toX, toY) => {
          const place = (x: number, y: number) => `${toX(x).toFixed(1)} ${toY(y).toFixed(1)}`
          return (
            <>
              {series.map(({ name, slot, points, band }) => (
                <g key={name}>
                  {band && (
                    <path
                      className={classNames(styles.band, slots.slot)}
                      data-slot={slot}
                      d={`M${[...band.map(({ x, high }) => place(x, high)), ...band.toReversed().map(({ x, low }) => place(x, low))].join('L')}Z`}
                    />
                  )}
                  <path
                    className={classNames(styles.line, slots.slot)}
                    data-slot={slot}
                    strokeDasharray={dashes[slot] || undefined}
                    d={`M${points.map(({ x, y }) => place(x, y)).join('L')}`}
                  />
                </g>
              ))}
              {reference && (
                <g className={styles.reference} transform={`translate(${toX(reference.x)} ${toY(reference.y)})`}>
                  <circle r={5} />
                  <text x={9} y={14}>
                    {reference.label}
                  </text>
                </g>
              )}
              {named &&
                series.map(({ name, labelAt = { x: 0, y: 0 } }) => (
                  <text
                    key={name}
                    className={styles.name}
                    x={toX(labelAt.x)}
                    y={toY(labelAt.y)}
                    dy="0.32em"
                    textAnchor={labelAt.anchor ?? 'start'}
                  >
                    {name}
                  </text>
                ))}
            </>
          )
        }}
      </Plot>
    </div>
  )
}

function Key({ series }: { series: readonly Series[] }) {
  return (
    <ul className={styles.key} aria-hidden="true">
      {series.map(({ name, slot }) => (
        <li key={name}>
          <svg width={28} height={8} aria-hidden="true">
            <line
              className={classNames(styles.line, slots.slot)}
              data-slot={slot}
              x1={0}
              x2={28}
              y1={4}
              y2={4}
              strokeDasharray={dashes[slot] || undefined}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
