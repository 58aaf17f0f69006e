import type { Axis } from './axis.ts'
import styles from './bar-chart.module.css'
import { Plot } from './plot.tsx'
import { useWidth } from './use-width.ts'

interface HistogramProps {
  title: string
  description: string
  /** Classes in ascending order. */
  classes: readonly { from: number; to: number; count: number }[]
  x: Axis
  y: Axis
}

/** Histogram of counts in classes of equal width. */
export function Histogram({ title, description, classes, x, y }: HistogramProps) {
  const [frame, width] = useWidth<HTMLDivElement>(640)
  return (
    <div ref={frame}>
      <Plot title={title} description={description} width={width} height={300} x={x} y={y}>
        {(toX, toY) =>
          classes
            .filter(({ count }) => count > 0)
            .map(({ from, to, count }) => (
              <rect
                key={from}
                className={styles.bar}
                x={toX(from) + 0.5}
                y={toY(count)}
                width={Math.max(1, toX(to) - toX(from) - 1)}
                height={toY(0) - toY(count)}
              />
            ))
        }
      </Plot>
    </div>
  )
}
