import type { SizeGroup, Sizes } from '../../../shared/contracts/results.ts'
import type { Axis } from '../../charts/axis.ts'
import { ChartFigure, type Method } from '../../charts/chart-figure.tsx'
import { type CsvTable, csvOf } from '../../charts/csv.ts'
import { HistogramPanels } from '../../charts/histogram-panels.tsx'
import { saveText } from '../../charts/save.ts'
import { ticksUpTo } from '../../charts/ticks.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber, formatQuantity } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { NamesIn } from '../../ui/names-in.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import styles from './results.module.css'
import type { OptionTaxon } from './taxon-tree.ts'
import { texts } from './texts.tsx'
import { groupingWords, toDigits } from './words.ts'

const { sizes: words, table: columnWords } = texts

const mostPanels = 12

interface SizeGroupsProps {
  sizes: Sizes
  taxon: OptionTaxon
  /** Title of the figure, such as `Lengths of Gadus morhua, m`. */
  title: string
  /** Caption of the whole figure: n, effort and filter. */
  about: string
  fileName: string
  methods: readonly Method[]
  x: Axis
  /** Number of decimal places in a size. */
  digits: number
  groupBy?: string | undefined
}

/** Size–frequency histograms by group. Bars are shares of the group, and all groups have the same size classes. */
export function SizeGroups({ sizes, taxon, title, about, fileName, methods, x, digits, groupBy }: SizeGroupsProps) {
  const { classes, groups, unit } = sizes
  const grouping = groupingWords(groupBy)
  const named = words.groupTitle(title, grouping.one)
  const measured = groups.filter(({ count }) => count > 0)
  const most = new Set(measured.toSorted((a, b) => b.count - a.count).slice(0, mostPanels))
  const shown = measured.filter(group => most.has(group))
  const ticks = ticksUpTo(Math.max(0, ...shown.flatMap(({ count, counts }) => counts.map(([, n = 0]) => (100 * n) / count))), { wanted: 2 })
  const bars = ({ count, counts }: SizeGroup) =>
    counts.flatMap(([place = -1, n = 0]) => {
      const found = classes[place]
      return found ? [{ ...found, count: n, value: (100 * n) / count }] : []
    })
  const bare = groups.length - measured.length
  const inGroups = formatCount(measured.length, grouping.one, grouping.many)
  const aboutGroups = [
    about,
    bare > 0 ? words.inGroupsMore(inGroups, bare) : words.inGroups(inGroups),
    measured.length > mostPanels && words.chartShows(mostPanels)
  ]
  return (
    <>
      <ChartFigure
        title={named}
        heading={<NamesIn text={named} labels={[taxon]} />}
        about={aboutGroups.filter(Boolean).join(' ')}
        methods={[
          {
            formula: 'pⱼ = 100·nⱼ/n',
            note: words.groupNote
          },
          ...methods
        ]}
        fileName={`${fileName} by ${grouping.one}`}
        table={{
          columns: [grouping.one, 'images', 'areaSquareMeters', `from (${unit})`, `to (${unit})`, 'count', 'percent'],
          rows: groups.flatMap(group =>
            bars(group).map(({ from, to, count, value }) => [group.name, group.images, group.areaSquareMeters, from, to, count, value])
          )
        }}
      >
        <HistogramPanels
          title={named}
          description={words.histograms(shown.length)}
          panels={shown.map(group => ({
            key: group.key ?? '',
            name: group.name,
            about: words.panel(group.count, effortBeside(group)),
            bars: bars(group)
          }))}
          x={x}
          y={{ label: words.share, domain: [0, ticks.at(-1) ?? 100], ticks, format: tick => formatNumber(tick) }}
        />
      </ChartFigure>
      <GroupTable sizes={sizes} digits={digits} grouping={grouping} fileName={fileName} />
    </>
  )
}

const effortBeside = ({ images, areaSquareMeters: area }: SizeGroup) =>
  area === null ? formatCount(images, 'image') : `${formatCount(images, 'image')}, ${formatQuantity(area, 'm²')}`

interface GroupTableProps {
  sizes: Sizes
  digits: number
  grouping: { option: string; one: string }
  fileName: string
}

function GroupTable({ sizes, digits, grouping, fileName }: GroupTableProps) {
  const { groups, unit, classes: _classes, ...all } = sizes
  const size = (id: keyof SizeGroup & ('mean' | 'standardDeviation' | 'median' | 'smallest' | 'largest'), name: string) => ({
    id,
    name,
    unit,
    value: (group: SizeGroup) => group[id],
    show: (group: SizeGroup) => (group[id] === null ? '–' : toDigits(group[id], digits))
  })
  const columns: DataColumn<SizeGroup>[] = [
    { id: 'name', name: grouping.option, value: ({ name }) => name },
    {
      id: 'images',
      name: columnWords.images,
      unit: columnWords.examined,
      tip: texts.terms.list.effort.meaning,
      value: ({ images }) => images,
      show: ({ images }) => formatNumber(images)
    },
    {
      id: 'area',
      name: columnWords.area,
      unit: 'm²',
      tip: texts.terms.list.effort.meaning,
      value: ({ areaSquareMeters }) => areaSquareMeters,
      show: ({ areaSquareMeters: area }) => (area === null ? columnWords.unknown : toDigits(area, 2))
    },
    { id: 'count', name: 'n', unit: words.measured, value: ({ count }) => count, show: ({ count }) => formatNumber(count, 0) },
    size('mean', words.mean),
    size('standardDeviation', words.standardDeviation),
    size('median', words.median),
    size('smallest', words.smallest),
    size('largest', words.largest)
  ]
  const last: SizeGroup = { ...all, key: null, name: columnWords.allImages, counts: [] }
  return (
    <section className={styles.part} aria-labelledby="results-sizes">
      <div className={styles.partHead}>
        <h2 id="results-sizes" className={styles.partTitle}>
          {words.tableTitle(grouping.one)}
        </h2>
        <Button
          size="small"
          icon={<DownloadIcon aria-hidden />}
          onClick={() =>
            saveText(`${fileName} by ${grouping.one}, summary.csv`, 'text/csv', csvOf(tableOf([...groups, last], grouping.one, unit)))
          }
        >
          {columnWords.download}
        </Button>
      </div>
      <DataTable label={words.tableTitle(grouping.one)} columns={columns} rows={groups} rowKey={({ key }) => key ?? ''} last={last} />
    </section>
  )
}

function tableOf(groups: readonly SizeGroup[], firstColumn: string, unit: string): CsvTable {
  const sizes = ['mean', 'standardDeviation', 'median', 'smallest', 'largest'] as const
  return {
    columns: [firstColumn, 'images', 'imagesWithArea', 'areaSquareMeters', 'count', ...sizes.map(size => `${size} (${unit})`)],
    rows: groups.map(group => [
      group.name,
      group.images,
      group.imagesWithArea,
      group.areaSquareMeters,
      group.count,
      ...sizes.map(size => group[size])
    ])
  }
}
