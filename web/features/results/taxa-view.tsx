import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Abundance, AbundanceGroup, ResultsQuery } from '../../../shared/contracts/results.ts'
import { nameParts } from '../../../shared/taxonomy/written-name.ts'
import { BarChart } from '../../charts/bar-chart.tsx'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import { type CsvTable, csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { tickDigits, ticksUpTo } from '../../charts/ticks.ts'
import { Button } from '../../ui/button.tsx'
import { FigureSkeleton } from '../../ui/figure-skeleton.tsx'
import { formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Select } from '../../ui/select.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { effortColumns, hasEvents } from './effort-columns.ts'
import { ExportLink } from './export-link.tsx'
import { taxonMeasures } from './measures.ts'
import { NothingMatches } from './nothing-matches.tsx'
import { abundance } from './queries.ts'
import { unitWords } from './records.ts'
import styles from './results.module.css'
import { countIn, countsOf, densityOf, showNumber, type TaxonCount, type TaxonNumber, taxonNumbers, together } from './taxon-numbers.ts'
import { TaxonSelect } from './taxon-select.tsx'
import { branchesOf, type OptionTaxon } from './taxon-tree.ts'
import { TaxonView } from './taxon-view.tsx'
import { texts } from './texts.tsx'
import type { ResultsAddress } from './use-results-address.ts'
import { Warnings } from './warnings.tsx'
import { effortMethods, effortOf, filterWords, groupingWords, warningsOf, withUnit } from './words.ts'

const { taxa: words } = texts

const mostBars = 30
/** Maximum number of groups in the list of choices. */
const mostChoices = 500
/** Maximum number of table columns. The downloaded file has all columns. */
const mostColumns = 60

interface TaxaViewProps {
  projectId: string
  /** Taxa in use, with their ancestors. */
  taxa: readonly OptionTaxon[]
  query: ResultsQuery
  address: ResultsAddress
  change: (changes: Record<string, string>) => void
}

/** Counts of all taxa with a groups × taxa matrix, or counts of one taxon by group. */
export function TaxaView({ projectId, taxa, query, address, change }: TaxaViewProps) {
  const taxon = taxa.find(({ id }) => id === address.taxonId)
  const number = taxonNumbers.find(({ id }) => id === address.number)
  const measure = taxonMeasures.find(({ id }) => id === address.number)
  if (!number || !measure) return null
  return (
    <div className={styles.view}>
      <div className={styles.choices}>
        <TaxonSelect
          branches={branchesOf(taxa)}
          value={taxon?.id ?? ''}
          all={words.allTaxa}
          onChange={taxonId => change({ taxon: taxonId })}
        />
        <Select
          label={words.number}
          value={number.id}
          options={taxonNumbers.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => change({ number: event.target.value === 'individuals' ? '' : event.target.value })}
        />
      </div>
      {taxon ? (
        <TaxonView projectId={projectId} taxon={taxon} measure={measure} query={query} address={address} />
      ) : (
        <AllTaxa projectId={projectId} number={number} query={query} address={address} change={change} />
      )}
    </div>
  )
}

interface AllTaxaProps extends Omit<TaxaViewProps, 'taxa'> {
  number: TaxonNumber
}

function AllTaxa({ projectId, number, query, address, change }: AllTaxaProps) {
  const matrix = useQuery({ ...abundance(projectId, query), placeholderData: keepPreviousData })
  return (
    <Loaded query={matrix} failed={words.failed} skeleton={<FigureSkeleton height="40rem" choices={1} table />}>
      {found =>
        found.groups.length === 0 && query.filter ? (
          <NothingMatches warnings={warningsOf(found, query.rank)} />
        ) : (
          <div className={styles.view} aria-busy={matrix.isPlaceholderData || undefined}>
            <Warnings warnings={warningsOf(found, query.rank)} />
            <TaxaChart matrix={found} number={number} query={query} address={address} change={change} />
            <Matrix projectId={projectId} matrix={found} number={number} query={query} />
          </div>
        )
      }
    </Loaded>
  )
}

/** Returns the URL value of a group. The prefix distinguishes a key from `none`. */
const groupChoice = ({ key }: AbundanceGroup) => (key === null ? 'none' : `=${key}`)

interface TaxaChartProps extends Omit<AllTaxaProps, 'projectId'> {
  matrix: Abundance
}

function TaxaChart({ matrix: { taxa, groups, all }, number, query, address, change }: TaxaChartProps) {
  const grouping = groupingWords(query.groupBy)
  const group = groups.find(each => groupChoice(each) === address.group)
  const whole = group ?? all
  const effort = whole ?? together(groups)
  const counted = countsOf(taxa, whole ? [whole] : groups)
  const shownOf = (count: TaxonCount) => number.value(count, effort.areaSquareMeters)
  const found = counted.toSorted((a, b) => (shownOf(b) ?? 0) - (shownOf(a) ?? 0))
  const shown = found.slice(0, mostBars)
  const individuals = found.reduce((sum, each) => sum + each.individuals, 0)
  const ticks = ticksUpTo((shown[0] && shownOf(shown[0])) ?? 0, { whole: number.digits === 0 })
  const title = group ? words.chartTitleIn(number.name, group.name) : words.chartTitle(number.name)
  const about = [
    words.about(found.length, individuals, effortOf(effort)),
    filterWords(query, address.review),
    !whole && number.id === 'maxN' && words.largestOfAll(grouping.many),
    found.length > mostBars && words.chartShows(mostBars)
  ]
  return (
    <div className={styles.part}>
      {groups.length <= mostChoices && (
        <div className={styles.choices}>
          <Select
            label={words.show}
            value={group ? groupChoice(group) : ''}
            options={[{ value: '', label: unitWords(query).all }, ...groups.map(each => ({ value: groupChoice(each), label: each.name }))]}
            onChange={event => change({ in: event.target.value })}
          />
        </div>
      )}
      <ChartFigure
        title={title}
        about={about.filter(Boolean).join(' ')}
        methods={[number.method, ...effortMethods(query, address.review)]}
        fileName={title.toLowerCase()}
        table={{
          columns: ['taxon', 'scientificName', 'taxonRank', 'individuals', 'share', 'maxN', heldName(groups), 'density'],
          rows: found.map(({ taxon: { name, scientificName, taxonRank }, individuals: n, maxN, held, onKnownArea }) => [
            ...[name, scientificName, taxonRank, n, n / individuals],
            ...[maxN, held, densityOf({ onKnownArea }, effort.areaSquareMeters)]
          ])
        }}
      >
        <BarChart
          title={title}
          description={words.bars(shown.length)}
          bars={shown.map(each => ({ key: each.taxon.id, name: each.taxon.name, value: shownOf(each), parts: nameParts(each.taxon) }))}
          axis={{
            label: withUnit(number.name, number.unit),
            domain: [0, ticks.at(-1) ?? 1],
            ticks,
            format: tick => formatNumber(tick, tickDigits(ticks))
          }}
          format={value => showNumber(number, value)}
        />
      </ChartFigure>
    </div>
  )
}

interface MatrixProps {
  projectId: string
  matrix: Abundance
  number: TaxonNumber
  query: ResultsQuery
}

function Matrix({ projectId, matrix, number, query }: MatrixProps) {
  const { taxa, groups } = matrix
  const grouping = groupingWords(query.groupBy)
  const valueIn = (group: AbundanceGroup, place: number) => number.value(countIn(group, place), group.areaSquareMeters)
  const columns: DataColumn<AbundanceGroup>[] = [
    { id: 'name', name: grouping.option, value: ({ name }) => name },
    ...effortColumns(groups),
    ...taxa.slice(0, mostColumns).map(
      (taxon, place): DataColumn<AbundanceGroup> => ({
        id: taxon.id,
        name: taxon.name,
        title: <TaxonName label={taxon} />,
        value: group => valueIn(group, place),
        show: group => showNumber(number, valueIn(group, place))
      })
    )
  ]
  const fileName = `${number.fileName} by ${grouping.one}.csv`
  return (
    <section className={styles.part} aria-labelledby="results-matrix">
      <div className={styles.partHead}>
        <h2 id="results-matrix" className={styles.partTitle}>
          {words.tableTitle(number.name, grouping.one)}
        </h2>
        <div className={styles.choices}>
          <Button
            size="small"
            icon={<DownloadIcon aria-hidden />}
            onClick={() => saveText(fileName, 'text/csv', csvOf(wideTable(matrix, number, grouping.one)))}
          >
            {words.downloadMatrix}
          </Button>
          <Button
            size="small"
            icon={<DownloadIcon aria-hidden />}
            onClick={() => saveText(`abundance and MaxN by ${grouping.one}.csv`, 'text/csv', csvOf(longTable(matrix, grouping.one)))}
          >
            {words.downloadList}
          </Button>
          {number.id === 'individuals' && <ExportLink projectId={projectId} format="matrix" query={query} />}
        </div>
        {taxa.length > mostColumns && <p className={styles.remark}>{words.tableShows(mostColumns, taxa.length)}</p>}
      </div>
      <DataTable label={words.tableLabel(number.name)} columns={columns} rows={groups} rowKey={({ key }) => key ?? ''} />
    </section>
  )
}

const eventsName = (groups: readonly AbundanceGroup[]) => (hasEvents(groups) ? ['samplingEvents'] : [])

/** Name of the column with the number of images, or of images and sampling events, that contain a taxon. */
const heldName = (groups: readonly AbundanceGroup[]) => (hasEvents(groups) ? 'imagesAndEventsWithTaxon' : 'imagesWithTaxon')

/** Builds a groups × taxa matrix with explicit zeros, as vegan expects it. For iNEXT, its taxon columns must be transposed. */
function wideTable({ taxa, groups }: Abundance, number: TaxonNumber, firstColumn: string): CsvTable {
  return {
    columns: [firstColumn, 'images', 'areaSquareMeters', ...eventsName(groups), ...taxa.map(({ name }) => name)],
    rows: groups.map(group => {
      const { name, images, areaSquareMeters, events } = group
      return [
        name,
        images,
        areaSquareMeters,
        ...(events === undefined ? [] : [events]),
        ...taxa.map((_, place) => number.value(countIn(group, place), areaSquareMeters))
      ]
    })
  }
}

function longTable({ taxa, groups }: Abundance, firstColumn: string): CsvTable {
  const ofTaxon = ['taxon', 'scientificName', 'taxonRank', 'individuals', 'maxN', heldName(groups), 'density']
  return {
    columns: [firstColumn, 'images', 'areaSquareMeters', ...eventsName(groups), ...ofTaxon],
    rows: groups.flatMap(({ name, images, areaSquareMeters, events, counts }) =>
      counts.map(([taxon = 0, individuals = 0, maxN = 0, held = 0, onKnownArea = 0]) => {
        const { name: taxonName = '', scientificName = null, taxonRank = null } = taxa[taxon] ?? {}
        const density = densityOf({ onKnownArea }, areaSquareMeters)
        const effort = [images, areaSquareMeters, ...(events === undefined ? [] : [events])]
        return [name, ...effort, taxonName, scientificName, taxonRank, individuals, maxN, held, density]
      })
    )
  }
}
