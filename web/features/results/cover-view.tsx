import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Cover, CoverGroup, ResultsQuery, TaxonCover } from '../../../shared/contracts/results.ts'
import { nameParts } from '../../../shared/taxonomy/written-name.ts'
import { BarChart } from '../../charts/bar-chart.tsx'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import { csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { tickDigits, ticksUpTo } from '../../charts/ticks.ts'
import { Button } from '../../ui/button.tsx'
import { FigureSkeleton } from '../../ui/figure-skeleton.tsx'
import { formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { NamesIn } from '../../ui/names-in.ts'
import { TaxonName } from '../../ui/taxon-name.ts'
import { coverIn, coverRows } from './cover-rows.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { ExportLink } from './export-link.tsx'
import { cover as coverQuery } from './queries.ts'
import styles from './results.module.css'
import { TaxonChoice } from './taxon-choice.tsx'
import { texts } from './texts.tsx'
import { Unscorable } from './unscorable.tsx'
import type { ResultsAddress } from './use-results-address.ts'
import { Warnings } from './warnings.tsx'
import { groupingWords, toDigits } from './words.ts'

const { cover: words } = texts

interface CoverViewProps {
  projectId: string
  query: ResultsQuery
  address: ResultsAddress
  change: (changes: Record<string, string>) => void
}

const mostBars = 40
const mostColumns = 40
const percent = (share: number) => toDigits(share * 100, 1)

/** Percent cover of each taxon, computed from sample points. */
export function CoverView({ projectId, query, address, change }: CoverViewProps) {
  const { filter, groupBy, depthBandInMeters, rank, includeUnreviewed, confirmedOnly } = query
  const { unscorable } = address
  const cover = useQuery({
    ...coverQuery(projectId, {
      ...(filter && { filter }),
      ...(groupBy !== undefined && { groupBy }),
      ...(depthBandInMeters !== undefined && { depthBandInMeters }),
      ...(rank !== undefined && { rank }),
      ...(includeUnreviewed && { includeUnreviewed }),
      ...(confirmedOnly && { confirmedOnly }),
      ...(unscorable && { unscorable })
    }),
    placeholderData: keepPreviousData
  })
  return (
    <Loaded query={cover} failed={words.failed} skeleton={<FigureSkeleton height="40rem" choices={1} table />}>
      {found =>
        found.all.points === 0 ? (
          <p>{filter ? texts.filterBar.nothingOfCover : words.empty}</p>
        ) : (
          <div className={styles.view} aria-busy={cover.isPlaceholderData || undefined}>
            <Warnings warnings={warningsOf(found, rank)} />
            <Unscorable labels={found.labels} change={change} />
            {found.all.scorable > 0 && (
              <>
                <CoverFigure cover={found} query={query} address={address} change={change} />
                <CoverTable cover={found} groupBy={groupBy}>
                  <ExportLink projectId={projectId} format="cover" query={query} unscorable={unscorable} />
                </CoverTable>
              </>
            )}
          </div>
        )
      }
    </Loaded>
  )
}

function warningsOf({ all, imagesWithoutPoints }: Cover, rank = ''): string[] {
  const warnings: string[] = []
  if (all.unnamed > 0) warnings.push(words.unnamed(all.unnamed))
  if (all.leftOut > 0) warnings.push(words.leftOut(all.leftOut, rank))
  if (imagesWithoutPoints > 0) warnings.push(words.withoutPoints(imagesWithoutPoints))
  return warnings
}

// Long: one figure with its parts, top to bottom.
function CoverFigure({ cover, query, address, change }: { cover: Cover } & Omit<CoverViewProps, 'projectId'>) {
  const { taxa, groups, all } = cover
  const grouping = groupingWords(query.groupBy)
  const place = taxa.findIndex(({ id }) => id === address.labelId)
  const taxon = taxa[place]
  const bars = taxon
    ? groups.map(group => ({ key: group.key ?? '', name: group.name, group, found: coverIn(group, place) }))
    : taxa.map((each, index) => ({ key: each.id, name: each.name, parts: nameParts(each), group: all, found: coverIn(all, index) }))
  const shown = bars.slice(0, mostBars)
  const most = Math.max(0.01, ...shown.map(({ found }) => found?.high ?? 0))
  const ticks = ticksUpTo(most * 100)
  const title = taxon ? words.titleOf(taxon.name, grouping.one) : words.title
  const about = [
    words.about(all.scorable, all.points, all.imagesScored, all.unscorable),
    texts.figure.annotations(texts.reviews[address.review].phrase),
    words.whiskers,
    bars.length > mostBars && words.chartShows(mostBars)
  ]
  return (
    <div className={styles.part}>
      <div className={styles.choices}>
        <TaxonChoice taxa={taxa} taxon={taxon} grouping={grouping.one} change={change} />
      </div>
      <ChartFigure
        title={title}
        heading={<NamesIn text={title} labels={[taxon]} />}
        about={about.filter(Boolean).join(' ')}
        methods={[
          {
            formula: 'p = x/n;  (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)',
            source: texts.sources.wilson,
            doi: '10.1080/01621459.1927.10502953',
            note: words.note
          }
        ]}
        fileName={taxon ? `cover of ${taxon.name} by ${grouping.one}` : 'cover'}
        table={{
          columns: [taxon ? grouping.one : 'taxon', 'points', 'scorablePoints', 'coverPercent', 'low', 'high'],
          rows: bars.map(({ name, group, found }) => [
            name,
            ...(found
              ? [found.points, group.scorable, found.share * 100, found.low * 100, found.high * 100]
              : [null, group.scorable, null, null, null])
          ])
        }}
      >
        <BarChart
          title={title}
          description={texts.figure.bars(shown.length)}
          bars={shown.map(({ found, group: _group, ...bar }) => ({
            ...bar,
            value: found && found.share * 100,
            interval: found && { low: found.low * 100, high: found.high * 100 }
          }))}
          axis={{ label: words.axis, domain: [0, ticks.at(-1) ?? 100], ticks, format: tick => formatNumber(tick, tickDigits(ticks)) }}
          format={value => toDigits(value, 1)}
        />
      </ChartFigure>
    </div>
  )
}

interface CoverTableProps {
  cover: Cover
  groupBy: string | undefined
  /** Content beside the download button. */
  children: ReactNode
}

function CoverTable({ cover: { taxa, groups, all }, groupBy, children }: CoverTableProps) {
  const grouping = groupingWords(groupBy)
  const columns: DataColumn<CoverGroup>[] = [
    { id: 'name', name: grouping.option, value: ({ name }) => name },
    { id: 'images', ...words.imagesColumn, value: ({ imagesScored }) => imagesScored },
    { id: 'points', ...words.pointsColumn, value: ({ scorable }) => scorable, show: ({ scorable }) => formatNumber(scorable, 0) },
    ...taxa.slice(0, mostColumns).map(
      (taxon, place): DataColumn<CoverGroup> => ({
        id: taxon.id,
        name: taxon.name,
        unit: words.taxonUnit,
        tip: texts.terms.list.wilson.meaning,
        title: <TaxonName label={taxon} />,
        value: group => coverIn(group, place)?.share ?? null,
        show: group => shown(coverIn(group, place))
      })
    )
  ]
  return (
    <section className={styles.part} aria-labelledby="results-cover">
      <div className={styles.partHead}>
        <h2 id="results-cover" className={styles.partTitle}>
          {words.tableTitle(grouping.one)}
        </h2>
        <Button
          size="small"
          icon={<DownloadIcon aria-hidden />}
          onClick={() => saveText(`cover by ${grouping.one}.csv`, 'text/csv', csvOf(coverRows({ taxa, groups }, grouping.one)))}
        >
          {texts.table.download}
        </Button>
        {children}
        {taxa.length > mostColumns && <p className={styles.remark}>{words.tableShows(mostColumns, taxa.length)}</p>}
      </div>
      <DataTable label={words.table} columns={columns} rows={groups} rowKey={({ key }) => key ?? ''} last={all} />
    </section>
  )
}

const shown = (found: TaxonCover | null) => (found ? `${percent(found.share)} (${percent(found.low)}–${percent(found.high)})` : '–')
