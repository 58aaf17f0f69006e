import { Figure } from '../../../charts/figure.tsx'
import { LineChart, type Series } from '../../../charts/line-chart.tsx'
import { clearWater, lightLeft } from '../../../charts/models/light.ts'
import { percent } from '../../../charts/number-words.ts'

const paths = Array.from({ length: 41 }, (_, step) => step * 0.5)
const colors = [
  { name: 'blue', coefficient: clearWater.blue, slot: 1, labelAt: { x: 0.8, y: 13.3, anchor: 'start' } },
  { name: 'green', coefficient: clearWater.green, slot: 3, labelAt: { x: 0.38, y: 15.2, anchor: 'start' } },
  { name: 'red', coefficient: clearWater.red, slot: 2, labelAt: { x: 0.12, y: 7.2, anchor: 'start' } }
] as const

/** Chart of the light left after a path through water, by colour. The path runs down the page. */
export function LightFigure({ number }: { number: number }) {
  const series: Series[] = colors.map(({ name, coefficient, slot, labelAt }) => ({
    name: `${name}, ${coefficient} per m`,
    slot,
    labelAt,
    points: paths.map(meters => ({ x: lightLeft(coefficient, meters), y: meters }))
  }))
  return (
    <Figure
      number={number}
      title="Light left after a path through very clear water"
      fileName="isobath-light-attenuation"
      caption="Beer–Lambert law with round coefficients of the order of pure water’s absorption. Real water, above all near coasts, is murkier, and green may then travel further than blue. The path is lamp to animal to lens: twice the altitude of the camera."
      table={{
        columns: ['Path (m)', 'Altitude (m)', ...colors.map(({ name }) => `${name} left`)],
        rows: [1, 2, 4, 6, 10, 20].map(meters => [
          meters,
          meters / 2,
          ...colors.map(({ coefficient }) => percent(lightLeft(coefficient, meters)))
        ])
      }}
    >
      <LineChart
        title="Share of light left against the length of its path through water"
        description={`Path length runs downwards. After 4 m red keeps ${percent(lightLeft(clearWater.red, 4))}, green ${percent(lightLeft(clearWater.green, 4))} and blue ${percent(lightLeft(clearWater.blue, 4))}; after 10 m red keeps ${percent(lightLeft(clearWater.red, 10))}.`}
        x={{ label: 'Light left (%)', domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], format: share => String(share * 100) }}
        y={{ label: 'Path through water (m)', domain: [0, 20], ticks: [0, 4, 8, 12, 16, 20], format: String }}
        series={series}
        reference={{ x: lightLeft(clearWater.red, 4), y: 4, label: 'red at 2 m altitude' }}
        downwards
      />
    </Figure>
  )
}
