import { Figure } from '../../../charts/figure.tsx'
import { LineChart, type Series } from '../../../charts/line-chart.tsx'
import { chanceOfDetection, samplesNeeded } from '../../../charts/models/replicates.ts'
import { percent } from '../../../charts/number-words.ts'

const chances = [
  { share: 0.5, slot: 1, labelAt: { x: 3.6, y: 1.06, anchor: 'start' } },
  { share: 0.3, slot: 2, labelAt: { x: 6.9, y: 0.84, anchor: 'start' } },
  { share: 0.1, slot: 3, labelAt: { x: 12.8, y: 0.67, anchor: 'start' } },
  { share: 0.05, slot: 4, labelAt: { x: 18.5, y: 0.56, anchor: 'start' } }
] as const
const counts = Array.from({ length: 31 }, (_, count) => count)

/** Chart of the probability that at least one of several samples reveals a species that is present. */
export function ReplicatesFigure({ number }: { number: number }) {
  const series: Series[] = chances.map(({ share, slot, labelAt }) => ({
    name: `${percent(share)} per sample`,
    slot,
    labelAt,
    points: counts.map(count => ({ x: count, y: chanceOfDetection(share, count) }))
  }))
  return (
    <Figure
      number={number}
      title="Samples it takes to call an absence"
      fileName="isobath-samples-for-absence"
      caption="Chance that at least one of the samples reveals a species that is present, if samples are independent and each has the chance written beside its line: 1 − (1 − p)ⁿ. The ring marks the ninth sample at 30 %, the first to pass 95 %."
      table={{
        columns: ['Chance per sample', 'Samples for 80 %', 'Samples for 95 %', 'Samples for 99 %'],
        rows: [0.05, 0.1, 0.2, 0.3, 0.5, 0.7].map(share => [
          percent(share),
          samplesNeeded(share, 0.8),
          samplesNeeded(share, 0.95),
          samplesNeeded(share, 0.99)
        ])
      }}
    >
      <LineChart
        title="Chance of at least one detection against the number of samples"
        description={`Four curves that rise towards 100 percent. To reach 95 percent it takes ${chances.map(({ share }) => `${samplesNeeded(share, 0.95)} samples at ${percent(share)}`).join(', ')}.`}
        x={{ label: 'Independent samples, all without a sighting', domain: [0, 30], ticks: [0, 5, 10, 15, 20, 25, 30], format: String }}
        y={{
          label: 'Would have been seen (%)',
          domain: [0, 1.1],
          ticks: [0, 0.25, 0.5, 0.75, 0.95],
          format: share => String(share * 100)
        }}
        series={series}
        reference={{ x: 9, y: chanceOfDetection(0.3, 9), label: '' }}
      />
    </Figure>
  )
}
