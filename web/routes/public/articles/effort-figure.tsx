import { Figure } from '../../../charts/figure.tsx'
import { LineChart, type Series } from '../../../charts/line-chart.tsx'
import { operatingPoint, thresholdForRecall } from '../../../charts/models/detector.ts'
import { percent } from '../../../charts/number-words.ts'

const prevalence = 0.01
const recalls = [0.001, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999, 0.9999]
const detectors = [
  { separation: 3, name: '3 sd apart', slot: 1, labelAt: { x: 0.13, y: 1.02 } },
  { separation: 2, name: '2 sd apart', slot: 2, labelAt: { x: 0.32, y: 0.88 } }
] as const

const lookedAt = (separation: number, recall: number) => {
  const detector = { separation, prevalence }
  return operatingPoint(detector, thresholdForRecall(detector, recall)).flagged
}

/** Chart of the share of animals found against the share of crops checked, best scores first. */
export function EffortFigure({ number }: { number: number }) {
  const sorted: Series[] = detectors.map(({ separation, name, slot, labelAt }) => ({
    name,
    slot,
    labelAt,
    points: [{ x: 0, y: 0 }, ...recalls.map(recall => ({ x: lookedAt(separation, recall), y: recall })), { x: 1, y: 1 }]
  }))
  const unsorted: Series = {
    name: 'in any order',
    slot: 6,
    labelAt: { x: 0.56, y: 0.5 },
    points: [
      { x: 0, y: 0 },
      { x: 1, y: 1 }
    ]
  }
  const nine = lookedAt(3, 0.9)
  return (
    <Figure
      number={number}
      title="Animals found against crops checked"
      fileName="isobath-review-effort"
      caption="Computed with the model of figure 1 for an animal in one crop out of a hundred, crops sorted by score. The straight line is the result of unsorted checks."
      table={{
        columns: ['Animals found', 'Crops to check, 3 sd apart', 'Crops to check, 2 sd apart'],
        rows: [0.5, 0.8, 0.9, 0.95, 0.99, 0.999].map(recall => [
          percent(recall),
          percent(lookedAt(3, recall)),
          percent(lookedAt(2, recall))
        ])
      }}
    >
      <LineChart
        title="Share of animals found against share of crops checked"
        description={`Both detectors rise steeply above the diagonal. With means three standard deviations apart, 90 % of the animals are found after ${percent(nine)} of the crops, 99 % after ${percent(lookedAt(3, 0.99))}.`}
        x={{
          label: 'Crops checked, best scores first (%)',
          domain: [0, 1],
          ticks: [0, 0.25, 0.5, 0.75, 1],
          format: share => String(share * 100)
        }}
        y={{ label: 'Animals found (%)', domain: [0, 1.05], ticks: [0, 0.25, 0.5, 0.75, 1], format: share => String(share * 100) }}
        series={[...sorted, unsorted]}
        reference={{ x: nine, y: 0.9, label: `90 % after ${Math.round(nine * 100)} %` }}
      />
    </Figure>
  )
}
