import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResultsQuery, Summary, SummaryGroup } from '../../../shared/contracts/results.ts'
import { BarChart } from '../../charts/bar-chart.tsx'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import { type CsvTable, csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { tickDigits, ticksUpTo } from '../../charts/ticks.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type DataColumn, DataTable } from './data-table.tsx'
import { type Measure, measures } from './measures.ts'
import { summary as summaryQuery } from './queries.ts'
import styles from './results.module.css'
import type { ResultsAddress } from './use-results-address.ts'
import { Warnings } from './warnings.tsx'
import { effortOf, filterWords, groupingWords, toDigits, warningsOf, withUnit } from './words.ts'

interface ViewProps {
  projectId: string
  query: ResultsQuery
  address: ResultsAddress
  change: (changes: Record<string, string>) => void
}

/** Indices of every group: one of them drawn, all of them in a table. */
export function SummaryView({ projectId, query, address, change }: ViewProps) {
  const summary = useQuery({ ...summaryQuery(projectId, query), placeholderData: keepPreviousData })
  return (
    <Loaded query={summary} failed="The numbers could not be computed" skeleton={<Skeleton height="40rem" />}>
      {found => (
        <div className={styles.view} aria-busy={summary.isPlaceholderData || undefined}>
          <Warnings warnings={warningsOf(found, query.rank)} />
          <MeasureChart summary={found} address={address} query={query} change={change} />
          <SummaryTable summary={found} groupBy={query.groupBy} />
        </div>
      )}
    </Loaded>
  )
}

const mostBars = 40

function MeasureChart({ summary: { groups, all }, address, query, change }: { summary: Summary } & Omit<ViewProps, 'projectId'>) {
  const measure = measures.find(({ id }) => id === address.measure) ?? measures[0]
  if (!measure) return null
  const { name, unit, digits, value, interval, intervalWords } = measure
  const grouping = groupingWords(query.groupBy)
  const shown = groups.length > mostBars ? groups.toSorted((a, b) => (value(b) ?? -1) - (value(a) ?? -1)).slice(0, mostBars) : groups
  const most = Math.max(0, ...shown.map(group => Math.max(value(group) ?? 0, interval?.(group)?.high ?? 0)))
  const ticks = ticksUpTo(most, { whole: digits === 0 })
  const title = `${withUnit(name, unit)}, by ${grouping.one}`
  return (
    <div className={styles.part}>
      <div className={styles.choices}>
        <BareSelect
          label="Number to show"
          value={measure.id}
          options={measures.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => change({ measure: event.target.value === 'individuals' ? '' : event.target.value })}
        />
      </div>
      <ChartFigure
        title={title}
        about={
          <>
            n = {formatCount(groups.length, grouping.one, grouping.many)}, {formatCount(all.individuals, 'individual')}; effort:{' '}
            {effortOf(all)}. Annotations {filterWords(query, address.review)}.{intervalWords && ` Whisker: ${intervalWords}.`}
            {groups.length > mostBars && ` The ${mostBars} largest are drawn; the table has all.`}
          </>
        }
        methods={[measure.method]}
        fileName={`${measure.id} by ${grouping.one}`}
        table={tableOf(groups, [measure], grouping.one)}
      >
        <BarChart
          title={title}
          description={`${formatCount(shown.length, 'bar')}. The table below holds the same numbers.`}
          bars={shown.map(group => ({ key: group.key ?? '', name: group.name, value: value(group), interval: interval?.(group) }))}
          axis={{
            label: withUnit(name, unit),
            domain: [0, ticks.at(-1) ?? 1],
            ticks,
            format: tick => formatNumber(tick, tickDigits(ticks))
          }}
          format={number => toDigits(number, digits)}
        />
      </ChartFigure>
    </div>
  )
}

function SummaryTable({ summary: { groups, all }, groupBy }: { summary: Summary; groupBy?: string }) {
  const grouping = groupingWords(groupBy)
  const columns: DataColumn<SummaryGroup>[] = [
    { id: 'name', name: grouping.option, value: ({ name }) => name },
    { id: 'images', name: 'Images', unit: 'looked at', value: ({ images }) => images, show: ({ images }) => formatNumber(images) },
    {
      id: 'area',
      name: 'Area',
      unit: 'm²',
      value: ({ areaSquareMeters }) => areaSquareMeters,
      show: ({ areaSquareMeters: area }) => (area === null ? 'not known' : toDigits(area, 2))
    },
    ...measures.map(
      (measure): DataColumn<SummaryGroup> => ({
        id: measure.id,
        name: measure.name,
        unit: measure.unit,
        value: measure.value,
        show: group => <Value measure={measure} group={group} />
      })
    )
  ]
  return (
    <section className={styles.part} aria-labelledby="results-table">
      <div className={styles.partHead}>
        <h2 id="results-table" className={styles.partTitle}>
          All numbers
        </h2>
        <Button
          size="small"
          icon={<DownloadIcon aria-hidden />}
          onClick={() => saveText(`summary by ${grouping.one}.csv`, 'text/csv', csvOf(tableOf([...groups, all], measures, grouping.one)))}
        >
          Download CSV
        </Button>
      </div>
      <DataTable label="All numbers" columns={columns} rows={groups} rowKey={({ key }) => key ?? ''} last={all} />
    </section>
  )
}

function Value({ measure: { value, digits, interval }, group }: { measure: Measure; group: SummaryGroup }) {
  const number = value(group)
  const around = interval?.(group)
  if (number === null) return <span title="This number has no value here">–</span>
  const title = around ? `${toDigits(around.low, digits)} to ${toDigits(around.high, digits)}` : undefined
  return <span title={title}>{toDigits(number, digits)}</span>
}

function tableOf(groups: readonly SummaryGroup[], chosen: readonly Measure[], firstColumn: string): CsvTable {
  const withInterval = ({ interval }: Measure) => interval !== undefined
  return {
    columns: [
      firstColumn,
      'images',
      'imagesWithArea',
      'areaSquareMeters',
      ...chosen.flatMap(measure => (withInterval(measure) ? [measure.id, `${measure.id}Low`, `${measure.id}High`] : [measure.id]))
    ],
    rows: groups.map(group => [
      group.name,
      group.images,
      group.imagesWithArea,
      group.areaSquareMeters,
      ...chosen.flatMap(measure => {
        const around = measure.interval?.(group) ?? null
        return withInterval(measure) ? [measure.value(group), around?.low ?? null, around?.high ?? null] : [measure.value(group)]
      })
    ])
  }
}
