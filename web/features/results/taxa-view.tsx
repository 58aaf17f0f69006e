import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Abundance, AbundanceGroup, ResultsQuery } from '../../../shared/contracts/results.ts'
import { BarChart } from '../../charts/bar-chart.tsx'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import { type CsvTable, csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { tickDigits, ticksUpTo } from '../../charts/ticks.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type DataColumn, DataTable } from './data-table.tsx'
import { abundance } from './queries.ts'
import styles from './results.module.css'
import { isItalic } from './taxon-name.ts'
import type { ResultsAddress } from './use-results-address.ts'
import { Warnings } from './warnings.tsx'
import { filterWords, groupingWords, warningsOf } from './words.ts'

const mostBars = 30
/** Wider tables are not read on a screen: the file has all columns. */
const mostColumns = 60

/** How many of which, where: taxa by their number, and groups × taxa. */
export function TaxaView({ projectId, query, address }: { projectId: string; query: ResultsQuery; address: ResultsAddress }) {
  const matrix = useQuery({ ...abundance(projectId, query), placeholderData: keepPreviousData })
  return (
    <Loaded query={matrix} failed="The counts could not be computed" skeleton={<Skeleton height="40rem" />}>
      {found => (
        <div className={styles.view} aria-busy={matrix.isPlaceholderData || undefined}>
          <Warnings warnings={warningsOf(found, query.rank)} />
          <TaxaChart matrix={found} query={query} address={address} />
          <Matrix matrix={found} groupBy={query.groupBy} />
        </div>
      )}
    </Loaded>
  )
}

function TaxaChart({
  matrix: { taxa, groups, individuals },
  query,
  address
}: {
  matrix: Abundance
  query: ResultsQuery
  address: ResultsAddress
}) {
  const shown = taxa.slice(0, mostBars)
  const ticks = ticksUpTo(shown[0]?.individuals ?? 0, { whole: true })
  const title = 'Individuals by taxon'
  const images = groups.reduce((sum, group) => sum + group.images, 0)
  return (
    <ChartFigure
      title={title}
      about={
        <>
          n = {formatCount(taxa.length, 'taxon', 'taxa')}, {formatCount(individuals, 'individual')}; effort: {formatCount(images, 'image')}.
          Annotations {filterWords(query, address.review)}.
          {taxa.length > mostBars && ` The ${mostBars} most common are drawn; the table has all.`}
        </>
      }
      methods={[{ formula: 'nᵢ = Σ individuals of taxon i', note: 'Points of a sample measure cover and are not counted.' }]}
      fileName="individuals by taxon"
      table={{
        columns: ['taxon', 'scientificName', 'taxonRank', 'individuals', 'share'],
        rows: taxa.map(({ name, scientificName, taxonRank, individuals: n }) => [name, scientificName, taxonRank, n, n / individuals])
      }}
    >
      <BarChart
        title={title}
        description={`${formatCount(shown.length, 'bar')}, the most common first. The table below holds the same numbers.`}
        bars={shown.map(taxon => ({ key: taxon.id, name: taxon.name, value: taxon.individuals, italic: isItalic(taxon) }))}
        axis={{ label: 'Individuals', domain: [0, ticks.at(-1) ?? 1], ticks, format: tick => formatNumber(tick, tickDigits(ticks)) }}
        format={number => formatNumber(number, 0)}
      />
    </ChartFigure>
  )
}

function Matrix({ matrix, groupBy }: { matrix: Abundance; groupBy?: string }) {
  const { taxa, groups } = matrix
  const grouping = groupingWords(groupBy)
  const byGroup = new Map(groups.map(group => [group, new Map(group.counts.map(([taxon = 0, individuals = 0]) => [taxon, individuals]))]))
  const columns: DataColumn<AbundanceGroup>[] = [
    { id: 'name', name: grouping.option, value: ({ name }) => name },
    { id: 'images', name: 'Images', unit: 'looked at', value: ({ images }) => images, show: ({ images }) => formatNumber(images) },
    ...taxa.slice(0, mostColumns).map(
      (taxon, place): DataColumn<AbundanceGroup> => ({
        id: taxon.id,
        name: taxon.name,
        italic: isItalic(taxon),
        value: group => byGroup.get(group)?.get(place) ?? 0,
        show: group => formatNumber(byGroup.get(group)?.get(place) ?? 0)
      })
    )
  ]
  return (
    <section className={styles.part} aria-labelledby="results-matrix">
      <div className={styles.partHead}>
        <h2 id="results-matrix" className={styles.partTitle}>
          Individuals of each taxon by {grouping.one}
        </h2>
        <div className={styles.choices}>
          <Button
            size="small"
            icon={<DownloadIcon aria-hidden />}
            onClick={() => saveText(`abundance by ${grouping.one}.csv`, 'text/csv', csvOf(wideTable(matrix, grouping.one)))}
          >
            Download matrix
          </Button>
          <Button
            size="small"
            icon={<DownloadIcon aria-hidden />}
            onClick={() => saveText(`abundance and MaxN by ${grouping.one}.csv`, 'text/csv', csvOf(longTable(matrix, grouping.one)))}
          >
            Download list with MaxN
          </Button>
        </div>
        {taxa.length > mostColumns && (
          <p className={styles.said}>
            The {mostColumns} most common of {taxa.length} taxa; the files have all of them.
          </p>
        )}
      </div>
      <DataTable label="Individuals of each taxon" columns={columns} rows={groups} rowKey={({ key }) => key ?? ''} />
    </section>
  )
}

/** Groups × taxa, zeros written out: what vegan and iNEXT read. */
function wideTable({ taxa, groups }: Abundance, firstColumn: string): CsvTable {
  return {
    columns: [firstColumn, 'images', 'areaSquareMeters', ...taxa.map(({ name }) => name)],
    rows: groups.map(({ name, images, areaSquareMeters, counts }) => {
      const row: number[] = taxa.map(() => 0)
      for (const [taxon = 0, individuals = 0] of counts) row[taxon] = individuals
      return [name, images, areaSquareMeters, ...row]
    })
  }
}

function longTable({ taxa, groups }: Abundance, firstColumn: string): CsvTable {
  return {
    columns: [firstColumn, 'images', 'areaSquareMeters', 'taxon', 'scientificName', 'taxonRank', 'individuals', 'maxN', 'imagesWithTaxon'],
    rows: groups.flatMap(({ name, images, areaSquareMeters, counts }) =>
      counts.map(([taxon = 0, individuals = 0, maxN = 0, held = 0]) => {
        const { name: taxonName = '', scientificName = null, taxonRank = null } = taxa[taxon] ?? {}
        return [name, images, areaSquareMeters, taxonName, scientificName, taxonRank, individuals, maxN, held]
      })
    )
  }
}
