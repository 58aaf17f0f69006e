import type { Reliability as Tested } from '../../../../shared/contracts/ai-models.ts'
import { fewTests } from '../../../../shared/few-tests.ts'
import type { Axis } from '../../../charts/axis.ts'
import { Plot } from '../../../charts/plot.tsx'
import { useWidth } from '../../../charts/use-width.ts'
import { formatNumber, formatPercent } from '../../../ui/format.ts'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { texts } from '../texts.ts'
import styles from './reliability.module.css'
import { testedShare } from './tested-share.tsx'

const { reliability: words } = texts

const axis = (label: string): Axis => ({
  label,
  domain: [0, 1],
  ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
  format: share => formatNumber(100 * share, 0)
})
const height = 280
const widest = 420

type Bin = Tested['bins'][number]

/** Reliability diagram: predicted probabilities against the shares that were correct, as a chart and a table. */
export function Reliability({ tested }: { tested: Tested }) {
  const [frame, width] = useWidth<HTMLDivElement>(widest)
  return (
    <Section title={words.title} description={words.about}>
      <p>{words.error(formatNumber(tested.calibrationError, 3), tested.bins.length)}</p>
      <div ref={frame} className={styles.frame}>
        <Plot title={words.title} description={words.chart} width={width} height={height} x={axis(words.probability)} y={axis(words.axis)}>
          {(toX, toY) => (
            <>
              <line className={styles.ideal} x1={toX(0)} y1={toY(0)} x2={toX(1)} y2={toY(1)} />
              {tested.bins.map(({ from, count, meanProbability, share }) => {
                if (meanProbability === null || share === null) return null
                const x = toX(meanProbability)
                return (
                  <g key={from} data-few={count < fewTests || undefined} className={styles.bin}>
                    {share.low !== null && share.high !== null && <line x1={x} x2={x} y1={toY(share.low)} y2={toY(share.high)} />}
                    <circle cx={x} cy={toY(share.value)} r={5} />
                  </g>
                )
              })}
            </>
          )}
        </Plot>
      </div>
      <Table label={words.table} columns={columns} rows={tested.bins} rowKey={({ from }) => String(from)} />
    </Section>
  )
}

const columns: Column<Bin>[] = [
  { id: 'bin', header: words.probability, cell: ({ from, to }) => words.bin(from, to) },
  { id: 'count', header: words.tested, cell: ({ count }) => formatNumber(count, 0), number: true, stackedLabel: true },
  {
    id: 'mean',
    header: words.mean,
    cell: ({ meanProbability }) => (meanProbability === null ? words.empty : formatPercent(meanProbability, 1)),
    number: true,
    stackedLabel: true
  },
  { id: 'right', header: words.right, cell: testedShare, number: true, stackedLabel: true }
]
