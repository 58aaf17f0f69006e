import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResultCurve, ResultsQuery } from '../../../shared/contracts/results.ts'
import { ChartFigure, type Method } from '../../charts/chart-figure.tsx'
import { LineChart, type Series } from '../../charts/line-chart.tsx'
import { ticksUpTo } from '../../charts/ticks.ts'
import { FigureSkeleton } from '../../ui/figure-skeleton.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { NothingMatches } from './nothing-matches.tsx'
import { curves as curvesQuery } from './queries.ts'
import { unitWords } from './records.ts'
import styles from './results.module.css'
import { texts } from './texts.tsx'
import type { ResultsAddress } from './use-results-address.ts'
import { filterWords, groupingWords } from './words.ts'

const { curves: words } = texts

const spread: Method = {
  formula: 'σ² = Σ (1 − αᵢ)² − E² / Ŝ',
  source: texts.sources.colwell2012,
  doi: '10.1093/jpe/rtr044',
  note: words.band
}

/** Curves of the number of taxa against effort, to judge completeness and to compare groups at equal effort. */
// Long: one figure with its parts, top to bottom.
export function CurvesView({ projectId, query, address }: { projectId: string; query: ResultsQuery; address: ResultsAddress }) {
  const curves = useQuery({ ...curvesQuery(projectId, query), placeholderData: keepPreviousData })
  const grouping = groupingWords(query.groupBy)
  const filter = filterWords(query, address.review)
  const units = unitWords(query)
  return (
    <Loaded query={curves} failed={words.failed} skeleton={<CurvesSkeleton />}>
      {({ accumulation, rarefaction, groupAccumulation, groupCount }) => {
        if (accumulation.length === 0 && query.filter) return <NothingMatches />
        const slotOf = slotsOf([...accumulation, ...rarefaction])
        const left = groupCount - (accumulation.length - 1)
        const cut = left > 0 ? words.cut(left) : ''
        return (
          <div className={styles.view} aria-busy={curves.isPlaceholderData || undefined}>
            <CurveFigure
              title={words.accumulation(units.many)}
              unit={units.axis}
              curves={accumulation}
              slotOf={slotOf}
              about={[
                words.examined(formatCount(accumulation[0]?.size ?? 0, units.one, units.many), accumulation[0]?.richness ?? 0),
                filter,
                cut
              ].join(' ')}
              methods={[
                {
                  formula: 'S(k) = S − Σ C(T − tᵢ, k) / C(T, k)',
                  source: texts.sources.colwell2004,
                  doi: '10.1890/03-0557',
                  note: words.accumulationNote(units.many)
                },
                spread
              ]}
            />
            <CurveFigure
              title={words.rarefaction}
              unit={words.individuals}
              curves={rarefaction}
              slotOf={slotOf}
              about={[words.counted(rarefaction[0]?.size ?? 0, rarefaction[0]?.richness ?? 0), filter, cut].join(' ')}
              methods={[
                {
                  formula: 'E[Sₘ] = Σ (1 − C(N − nᵢ, m) / C(N, m))',
                  source: texts.sources.hurlbert,
                  doi: '10.2307/1934145',
                  note: words.rarefactionNote
                },
                spread
              ]}
            />
            {groupAccumulation && groupAccumulation.size > 1 && (
              <CurveFigure
                title={words.accumulationOver(grouping.many)}
                unit={`${grouping.many.slice(0, 1).toUpperCase()}${grouping.many.slice(1)}`}
                curves={[groupAccumulation]}
                slotOf={slotOf}
                about={[
                  words.examined(formatCount(groupAccumulation.size, grouping.one, grouping.many), groupAccumulation.richness),
                  filter
                ].join(' ')}
                methods={[
                  {
                    formula: 'S(k) = S − Σ C(T − tᵢ, k) / C(T, k)',
                    source: texts.sources.colwell2004,
                    doi: '10.1890/03-0557',
                    note: words.accumulationOverNote(grouping.many, grouping.one)
                  },
                  spread
                ]}
              />
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

/** Placeholder for the two figures of a project. */
const CurvesSkeleton = () => (
  <div className={styles.view}>
    <FigureSkeleton height="32rem" />
    <FigureSkeleton height="32rem" />
  </div>
)

interface CurveFigureProps {
  title: string
  /** Label of the horizontal axis. */
  unit: string
  curves: readonly ResultCurve[]
  slotOf: (curve: ResultCurve) => Series['slot']
  about: string
  methods: readonly Method[]
}

function CurveFigure({ title, unit, curves, slotOf, about, methods }: CurveFigureProps) {
  const most = Math.max(0, ...curves.map(({ size }) => size))
  const highest = Math.max(0, ...curves.flatMap(({ points }) => points.map(({ expected, standardDeviation: sd }) => expected + (sd ?? 0))))
  const [xTicks, yTicks] = [ticksUpTo(most, { whole: true }), ticksUpTo(highest, { whole: true })]
  return (
    <ChartFigure
      title={words.title(title)}
      about={about}
      methods={methods}
      fileName={title.toLowerCase()}
      table={{
        columns: ['curve', unit.toLowerCase(), 'expectedTaxa', 'standardDeviation'],
        rows: curves.flatMap(({ name, points }) =>
          points.map(({ size, expected, standardDeviation }) => [name, size, expected, standardDeviation])
        )
      }}
    >
      <LineChart
        title={title}
        description={words.description(curves.length)}
        x={{
          label: unit,
          domain: [0, Math.max(most, 1)],
          ticks: xTicks.filter(tick => tick <= most),
          format: tick => formatNumber(tick, 0)
        }}
        y={{ label: words.axis, domain: [0, yTicks.at(-1) ?? 1], ticks: yTicks, format: tick => formatNumber(tick, 0) }}
        series={curves.map((curve, place) => seriesOf(curve, slotOf(curve), place === 0))}
      />
    </ChartFigure>
  )
}

const slots = [1, 2, 3, 4, 5, 6, 7, 8] as const
const idOf = ({ key, name }: ResultCurve) => `${key ?? ''} ${name}`

/** Assigns each group a colour that is the same in every figure. Colours repeat after the last one. */
function slotsOf(curves: readonly ResultCurve[]): (curve: ResultCurve) => Series['slot'] {
  const places = new Map<string, number>()
  for (const curve of curves) if (!places.has(idOf(curve))) places.set(idOf(curve), places.size)
  return curve => slots[(places.get(idOf(curve)) ?? 0) % slots.length] ?? 1
}

/** Returns the chart series of a curve. Only the first curve has a band, because overlapping bands are unreadable. */
function seriesOf({ name, points }: ResultCurve, slot: Series['slot'], withBand: boolean): Series {
  const origin = { size: 0, expected: 0, standardDeviation: 0 }
  const all = [origin, ...points]
  const band = all.flatMap(({ size, expected, standardDeviation: sd }) =>
    sd === null ? [] : [{ x: size, low: Math.max(0, expected - sd), high: expected + sd }]
  )
  return {
    name,
    slot,
    points: all.map(({ size, expected }) => ({ x: size, y: expected })),
    ...(withBand && band.length > 1 && { band })
  }
}
