import { useId, useState } from 'react'
import { Figure } from '../../../charts/figure.tsx'
import { LineChart, type Series } from '../../../charts/line-chart.tsx'
import { operatingPoint, thresholdForRecall } from '../../../charts/models/detector.ts'
import { percent } from '../../../charts/number-words.ts'
import styles from './figures.module.css'

const recalls = [...Array.from({ length: 99 }, (_, step) => (step + 1) / 100), 0.995]
const tabled = [0.1, 0.25, 0.5, 0.75, 0.8, 0.9, 0.95, 0.99]
const prevalences = [
  { share: 0.5, name: '1 crop in 2', slot: 1 },
  { share: 0.1, name: '1 in 10', slot: 2 },
  { share: 0.01, name: '1 in 100', slot: 3 },
  { share: 0.001, name: '1 in 1,000', slot: 4 }
] as const

/** Chart of precision against recall for one detector, by how common the animal is. */
export function PrecisionFigure({ number }: { number: number }) {
  const [separation, setSeparation] = useState(3)
  const slider = useId()
  const precisionAt = (prevalence: number, recall: number) => {
    const detector = { separation, prevalence }
    return operatingPoint(detector, thresholdForRecall(detector, recall)).precision
  }
  const series: Series[] = prevalences.map(({ share, name, slot }) => ({
    name,
    slot,
    points: recalls.map(recall => ({ x: recall, y: precisionAt(share, recall) }))
  }))
  return (
    <Figure
      number={number}
      title="The same detector, four kinds of sea floor"
      fileName="isobath-precision-by-prevalence"
      caption={
        <>
          Computed, not measured: scores of empty and of full crops follow two normal distributions of equal spread whose means lie{' '}
          {separation.toFixed(1)} standard deviations apart (the binormal model). Each line is one share of crops that hold the animal.
        </>
      }
      table={{
        columns: ['Recall', ...prevalences.map(({ name }) => `Precision, ${name}`)],
        rows: tabled.map(recall => [percent(recall), ...prevalences.map(({ share }) => percent(precisionAt(share, recall)))])
      }}
    >
      <label className={styles.slider} htmlFor={slider}>
        <span>Separation by the detector</span>
        <input
          id={slider}
          type="range"
          min={1}
          max={5}
          step={0.1}
          value={separation}
          onChange={event => setSeparation(Number(event.target.value))}
        />
        <output htmlFor={slider}>{separation.toFixed(1)} sd</output>
      </label>
      <LineChart
        title="Precision against recall by how common the animal is"
        description={`Four falling curves. At 90 % recall precision is ${prevalences.map(({ share, name }) => `${percent(precisionAt(share, 0.9))} where ${name} holds the animal`).join(', ')}.`}
        x={{ label: 'Recall: animals found (%)', domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], format: share => String(share * 100) }}
        y={{
          label: 'Precision: flags that are right (%)',
          domain: [0, 1.04],
          ticks: [0, 0.25, 0.5, 0.75, 1],
          format: share => String(share * 100)
        }}
        series={series}
      />
    </Figure>
  )
}
