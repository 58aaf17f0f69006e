import { useEffect, useId, useState } from 'react'
import type { Axis } from '../../../charts/axis.ts'
import { Figure } from '../../../charts/figure.tsx'
import { LineChart, type Series } from '../../../charts/line-chart.tsx'
import { estimate, readAmount, volumeInWords } from './estimate.ts'
import styles from './estimator.module.css'

const fields = [
  {
    name: 'images',
    label: 'Images per year',
    unit: '',
    start: '20000',
    smallest: 1,
    largest: 1e8,
    hint: 'A photo transect: hundreds. A towed camera: thousands a day.'
  },
  {
    name: 'size',
    label: 'Size per image',
    unit: 'MB',
    start: '8',
    smallest: 0.001,
    largest: 1e5,
    hint: '12-megapixel JPEG: 4–8. Raw or 16-bit TIFF: 25–100.'
  },
  { name: 'years', label: 'Kept for', unit: 'years', start: '5', smallest: 1, largest: 50, hint: '' },
  {
    name: 'derived',
    label: 'Previews and tiles',
    unit: '% on top',
    start: '30',
    smallest: 0,
    largest: 1000,
    hint: 'An assumption: measure it on your own images.'
  },
  { name: 'copies', label: 'Copies, original included', unit: '', start: '2', smallest: 1, largest: 20, hint: 'One copy is no backup.' },
  {
    name: 'price',
    label: 'Your storage price',
    unit: 'per GB and month',
    start: '',
    smallest: 0,
    largest: 1e6,
    hint: 'From your provider’s list. For your own disks: price ÷ (GB × months of life).'
  },
  {
    name: 'machine',
    label: 'Your machine price',
    unit: 'per month',
    start: '',
    smallest: 0,
    largest: 1e9,
    hint: 'Rent, or purchase ÷ months of life plus electricity.'
  }
] as const

type FieldName = (typeof fields)[number]['name']

/** Form that estimates the storage and cost of a collection from numbers and prices that the reader enters. */
// Long: all fields of one form, in order.
export function Estimator() {
  const id = useId()
  const [typed, setTyped] = useState(() => Object.fromEntries(fields.map(({ name, start }) => [name, start])) as Record<FieldName, string>)
  // reads numbers that were typed before React hydrated the page
  useEffect(() => {
    const inputOf = (name: FieldName) => document.getElementById(`${id}-${name}`) as HTMLInputElement | null
    setTyped(
      typed => Object.fromEntries(fields.map(({ name }) => [name, inputOf(name)?.value ?? typed[name]])) as Record<FieldName, string>
    )
  }, [id])
  const value = (name: FieldName): number | null => {
    const field = fields.find(candidate => candidate.name === name)
    const amount = readAmount(typed[name])
    return amount !== null && field && amount >= field.smallest && amount <= field.largest ? amount : null
  }
  const wrong = (name: FieldName) => typed[name].trim() !== '' && value(name) === null
  const amount = (name: FieldName) => value(name) ?? Number(fields.find(field => field.name === name)?.start || 0)
  const priced = value('price') !== null || value('machine') !== null
  const result = estimate({
    imagesPerYear: amount('images'),
    megabytesPerImage: amount('size'),
    years: amount('years'),
    derivedShare: amount('derived') / 100,
    copies: amount('copies'),
    pricePerGigabyteMonth: value('price'),
    machinePerMonth: value('machine')
  })

  return (
    <div className={styles.estimator}>
      <form className={styles.form} onSubmit={event => event.preventDefault()} noValidate>
        {fields.map(({ name, label, unit, hint, smallest, largest }) => (
          <div key={name} className={styles.field}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <span className={styles.input}>
              <input
                id={`${id}-${name}`}
                inputMode="decimal"
                autoComplete="off"
                value={typed[name]}
                aria-invalid={wrong(name) || undefined}
                aria-describedby={`${id}-${name}-hint`}
                onChange={event => setTyped({ ...typed, [name]: event.target.value })}
              />
              {unit && <span>{unit}</span>}
            </span>
            <small id={`${id}-${name}-hint`} data-wrong={wrong(name)}>
              {wrong(name) ? `Enter a number from ${smallest.toLocaleString('en-GB')} to ${largest.toLocaleString('en-GB')}` : hint}
            </small>
          </div>
        ))}
      </form>
      <div className={styles.result}>
        <dl className={styles.sums} aria-live="polite">
          <div>
            <dt>After {amount('years')} years</dt>
            <dd>{volumeInWords(result.storedGigabytes)}</dd>
          </div>
          <div>
            <dt>Images</dt>
            <dd>{result.imageCount.toLocaleString('en-GB')}</dd>
          </div>
          <div>
            <dt>Last month</dt>
            <dd>{priced ? money(result.lastMonth) : <span className={styles.open}>enter your prices</span>}</dd>
          </div>
          <div>
            <dt>All years</dt>
            <dd>{priced ? money(result.total) : <span className={styles.open}>enter your prices</span>}</dd>
          </div>
        </dl>
        <Figure
          number={1}
          title={priced ? 'Cost by year, in your currency' : 'Storage by year'}
          fileName="isobath-hosting-estimate"
          caption="Growth is even. Each month is charged for the data stored at its end. Volume = images × size × (1 + previews) × copies. Your prices stay on this page."
          table={{
            columns: ['Year', 'Stored', 'Storage', 'Machine', 'Sum'],
            rows: result.years.map(({ year, storedGigabytes, storageCost, machineCost }) => [
              year,
              volumeInWords(storedGigabytes),
              money(storageCost),
              money(machineCost),
              money(storageCost + machineCost)
            ])
          }}
        >
          <Growth result={result} priced={priced} />
        </Figure>
      </div>
    </div>
  )
}

function Growth({ result, priced }: { result: ReturnType<typeof estimate>; priced: boolean }) {
  const last = result.years.length
  const sum = (index: number) => {
    const year = result.years[index]
    return year ? year.storageCost + year.machineCost : 0
  }
  const largest = priced ? Math.max(...result.years.map((_, index) => sum(index)), 1e-9) : Math.max(result.storedGigabytes, 1e-9)
  const top = niceTop(largest)
  const y: Axis = {
    label: priced ? 'Annual cost' : 'Stored',
    domain: [0, top],
    ticks: [0, top / 4, top / 2, (top * 3) / 4, top],
    format: priced ? money : volumeInWords
  }
  const start = priced ? [] : [{ x: 0, y: 0 }]
  const series: Series[] = [
    {
      name: priced ? 'storage and machine' : 'originals, previews and copies',
      slot: 1,
      points: [...start, ...result.years.map((year, index) => ({ x: year.year, y: priced ? sum(index) : year.storedGigabytes }))],
      labelAt: { x: last * 0.64, y: (priced ? sum(Math.round(last * 0.64) - 1) : result.storedGigabytes * 0.64) - top * 0.09 }
    }
  ]
  if (priced && result.years.some(({ machineCost }) => machineCost > 0)) {
    series.push({
      name: 'machine only',
      slot: 2,
      points: result.years.map(({ year, machineCost }) => ({ x: year, y: machineCost })),
      labelAt: { x: last, y: (result.years[0]?.machineCost ?? 0) + top * 0.06, anchor: 'end' }
    })
  }
  const every = Math.max(1, Math.ceil(last / 10))
  return (
    <LineChart
      title={priced ? 'Cost by year' : 'Stored volume by year'}
      description={
        priced
          ? `From ${money(sum(0))} in the first year to ${money(sum(last - 1))} in year ${last}.`
          : `${volumeInWords(result.storedGigabytes)} after ${last} years.`
      }
      x={{
        label: 'Year',
        domain: [priced ? Math.min(1, last - 1) : 0, Math.max(last, 1)],
        ticks: Array.from({ length: last }, (_, index) => index + 1).filter(year => year % every === 0 || year === last),
        format: String
      }}
      y={y}
      series={series}
    />
  )
}

/** Returns the smallest number of the form 1, 2, 4 or 8 × 10ⁿ that is at least `largest`. Its quarters are round numbers. */
function niceTop(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(largest))
  return ([1, 2, 4, 8].find(step => step * power >= largest) ?? 10) * power
}

const money = (amount: number): string =>
  amount.toLocaleString('en-GB', { maximumFractionDigits: amount < 100 ? 2 : 0, minimumFractionDigits: 0 })
