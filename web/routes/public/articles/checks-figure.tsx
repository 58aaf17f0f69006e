import { wilsonInterval } from '../../../../shared/statistics/wilson.ts'
import { Figure } from '../../../charts/figure.tsx'
import { LineChart, type Series } from '../../../charts/line-chart.tsx'
import { percent, plain } from '../../../charts/number-words.ts'

const counts = [20, 30, 40, 50, 70, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000]
const shown = [
  { share: 0.9, name: '90 % right', slot: 1, labelAt: { x: 900, y: 0.945 } },
  { share: 0.6, name: '60 % right', slot: 2, labelAt: { x: 900, y: 0.66 } }
] as const

/** Chart of the interval of a measured share, which narrows with the number of checks. */
export function ChecksFigure({ number }: { number: number }) {
  const series: Series[] = shown.map(({ share, name, slot, labelAt }) => ({
    name,
    slot,
    labelAt,
    points: counts.map(n => ({ x: n, y: share })),
    band: counts.map(n => ({ x: n, ...wilsonInterval(share * n, n) }))
  }))
  return (
    <Figure
      number={number}
      title="Precision of a number of random checks"
      fileName="isobath-checks-wilson"
      caption="Wilson’s 95 % interval around an observed share, for checks drawn at random and independent of each other. Crops of one picture are not independent: draw over pictures and dives."
      table={{
        columns: ['Checks', ...shown.flatMap(({ name }) => [`${name}: from`, `${name}: to`])],
        rows: counts.map(n => [
          plain(n),
          ...shown.flatMap(({ share }) => {
            const { low, high } = wilsonInterval(share * n, n)
            return [percent(low), percent(high)]
          })
        ])
      }}
    >
      <LineChart
        title="95 % interval of a measured share against the number of checks"
        description="Two bands that narrow to the right. Around 90 percent the band runs from 79 to 96 percent at 50 checks and from 87 to 93 percent at 400."
        x={{ label: 'Checks (log scale)', domain: [20, 2000], ticks: [20, 50, 100, 200, 500, 1000, 2000], format: plain, scale: 'log' }}
        y={{
          label: 'Share that is right (%)',
          domain: [0.3, 1],
          ticks: [0.4, 0.6, 0.8, 1],
          format: share => String(Math.round(share * 100))
        }}
        series={series}
      />
    </Figure>
  )
}
