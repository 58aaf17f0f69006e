import type { ResultsQuery, Summary, SummaryGroup } from '../../../shared/contracts/results.ts'
import { BarChart } from '../../charts/bar-chart.tsx'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import { type CsvTable, csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { tickDigits, ticksUpTo } from '../../charts/ticks.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { NamesIn } from '../../ui/names-in.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { effortColumns, hasEvents } from './effort-columns.ts'
import type { Measure } from './measures.ts'
import styles from './results.module.css'
import type { OptionTaxon } from './taxon-tree.ts'
import { texts } from './texts.tsx'
import type { Review } from './use-results-address.ts'
import { effortMethods, effortOf, filterWords, groupingWords, toDigits, withUnit } from './words.ts'

const { summary: words, figure, table: columnWords, terms } = texts

const mostBars = 40

interface MeasureChartProps {
  summary: Summary
  measure: Measure
  /** Taxon to which the numbers are restricted. */
  taxon?: OptionTaxon
  query: ResultsQuery
  review: Review
}

/** Bar chart of a measure by group. */
export function MeasureChart({ summary: { groups, all }, measure, taxon, query, review }: MeasureChartProps) {
  const { name, unit, digits, value, interval, intervalWords } = measure
  const grouping = groupingWords(query.groupBy)
  const shown = groups.length > mostBars ? groups.toSorted((a, b) => (value(b) ?? -1) - (value(a) ?? -1)).slice(0, mostBars) : groups
  const most = Math.max(0, ...shown.map(group => Math.max(value(group) ?? 0, interval?.(group)?.high ?? 0)))
  const ticks = ticksUpTo(most, { whole: digits === 0 })
  const title = words.chartTitle(withUnit(name, unit, taxon?.name), grouping.one)
  const about = [
    words.about(formatCount(groups.length, grouping.one, grouping.many), all.individuals, effortOf(all)),
    filterWords(query, review),
    intervalWords && figure.whiskers(intervalWords),
    groups.length > mostBars && figure.chartShowsLargest(mostBars)
  ]
  return (
    <ChartFigure
      title={title}
      heading={<NamesIn text={title} labels={[taxon]} />}
      about={about.filter(Boolean).join(' ')}
      methods={[measure.method, ...effortMethods(query, review)]}
      fileName={`${measure.id}${taxon === undefined ? '' : ` of ${taxon.name}`} by ${grouping.one}`}
      table={tableOf(groups, [measure], grouping.one)}
    >
      <BarChart
        title={title}
        description={figure.bars(shown.length)}
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
  )
}

interface MeasureTableProps {
  summary: Summary
  measures: readonly Measure[]
  title: string
  /** Taxon to which the numbers are restricted. */
  taxon?: OptionTaxon
  /** File name of the download, without the grouping and the extension. */
  fileName: string
  groupBy?: string | undefined
}

/** Table of all measures by group, with the effort and a row of totals. */
export function MeasureTable({ summary: { groups, all }, measures, title, taxon, fileName, groupBy }: MeasureTableProps) {
  const grouping = groupingWords(groupBy)
  const columns: DataColumn<SummaryGroup>[] = [
    { id: 'name', name: grouping.option, value: ({ name }) => name },
    ...effortColumns(groups),
    {
      id: 'area',
      name: columnWords.area,
      unit: 'm²',
      tip: terms.list.effort.meaning,
      value: ({ areaSquareMeters }) => areaSquareMeters,
      show: ({ areaSquareMeters: area }) => (area === null ? columnWords.unknown : toDigits(area, 2))
    },
    ...measures.map(
      (measure): DataColumn<SummaryGroup> => ({
        id: measure.id,
        name: measure.name,
        unit: measure.unit,
        tip: measure.meaning,
        value: measure.value,
        show: group => <Value measure={measure} group={group} />
      })
    )
  ]
  return (
    <section className={styles.part} aria-labelledby="results-table">
      <div className={styles.partHead}>
        <h2 id="results-table" className={styles.partTitle}>
          <NamesIn text={title} labels={[taxon]} />
        </h2>
        <Button
          size="small"
          icon={<DownloadIcon aria-hidden />}
          onClick={() =>
            saveText(`${fileName} by ${grouping.one}.csv`, 'text/csv', csvOf(tableOf([...groups, all], measures, grouping.one)))
          }
        >
          {columnWords.downloadCsv}
        </Button>
      </div>
      <DataTable label={title} columns={columns} rows={groups} rowKey={({ key }) => key ?? ''} last={all} />
    </section>
  )
}

function Value({ measure: { value, digits, interval }, group }: { measure: Measure; group: SummaryGroup }) {
  const number = value(group)
  const around = interval?.(group)
  if (number === null) return <span data-tip={columnWords.noValue}>–</span>
  const tip = around ? columnWords.interval(toDigits(around.low, digits), toDigits(around.high, digits)) : undefined
  return (
    <span data-tip={tip} data-interval={tip}>
      {toDigits(number, digits)}
    </span>
  )
}

function tableOf(groups: readonly SummaryGroup[], chosen: readonly Measure[], firstColumn: string): CsvTable {
  const withEvents = hasEvents(groups)
  const withInterval = ({ interval }: Measure) => interval !== undefined
  return {
    columns: [
      firstColumn,
      'images',
      'imagesWithArea',
      'areaSquareMeters',
      ...(withEvents ? ['samplingEvents'] : []),
      ...chosen.flatMap(measure => (withInterval(measure) ? [measure.id, `${measure.id}Low`, `${measure.id}High`] : [measure.id]))
    ],
    rows: groups.map(group => [
      group.name,
      group.images,
      group.imagesWithArea,
      group.areaSquareMeters,
      ...(withEvents ? [group.events ?? 0] : []),
      ...chosen.flatMap(measure => {
        const around = measure.interval?.(group) ?? null
        return withInterval(measure) ? [measure.value(group), around?.low ?? null, around?.high ?? null] : [measure.value(group)]
      })
    ])
  }
}
