import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Cover, CoverGroup, ResultsQuery, TaxonCover } from '../../../shared/contracts/results.ts'
import { wilsonInterval } from '../../../shared/statistics/wilson.ts'
import { nameParts } from '../../../shared/taxonomy/written-name.ts'
import { BarChart } from '../../charts/bar-chart.tsx'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import { type CsvTable, csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { tickDigits, ticksUpTo } from '../../charts/ticks.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { NamesIn } from '../../ui/names-in.ts'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { ExportLink } from './export-link.tsx'
import { cover as coverQuery } from './queries.ts'
import styles from './results.module.css'
import type { ResultsAddress } from './use-results-address.ts'
import { Warnings } from './warnings.tsx'
import { groupingWords, reviewWords, toDigits } from './words.ts'

interface CoverViewProps {
  projectId: string
  query: ResultsQuery
  address: ResultsAddress
  change: (changes: Record<string, string>) => void
}

const mostBars = 40
const mostColumns = 40
const percent = (share: number) => toDigits(share * 100, 1)

/** How much of the bottom each taxon covers, from sample points. */
export function CoverView({ projectId, query, address, change }: CoverViewProps) {
  const { groupBy, depthBandInMeters, rank, includeUnreviewed, confirmedOnly } = query
  const { unscorable } = address
  const cover = useQuery({
    ...coverQuery(projectId, {
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
    <Loaded query={cover} failed="The cover could not be computed" skeleton={<Skeleton height="40rem" />}>
      {found =>
        found.all.points === 0 ? (
          <p>No image has sample points yet. Draw them in Annotate with “Sample points”, and name what lies under each.</p>
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
  if (all.unnamed > 0)
    warnings.push(`${formatCount(all.unnamed, 'point is', 'points are')} not named yet, or not believed: no part of the cover.`)
  if (all.leftOut > 0)
    warnings.push(`${formatCount(all.leftOut, 'point has', 'points have')} a name without a ${rank} above it: judged, but in no column.`)
  if (imagesWithoutPoints > 0)
    warnings.push(`${formatCount(imagesWithoutPoints, 'image has', 'images have')} no sample points: no part of the effort.`)
  return warnings
}

/** Labels that say that nothing could be seen are taken out of the points. */
function Unscorable({ labels, change }: { labels: Cover['labels']; change: CoverViewProps['change'] }) {
  const chosen = labels.filter(({ unscorable }) => unscorable)
  const set = (id: string, isOut: boolean) => {
    const ids = new Set(chosen.map(label => label.id))
    if (isOut) ids.add(id)
    else ids.delete(id)
    change({ unscorable: [...ids].join(',') })
  }
  return (
    <details className={styles.unscorable}>
      <summary>
        Points that could not be judged: {chosen.length === 0 ? 'none left out' : chosen.map(({ name }) => name).join(', ')}
      </summary>
      <p className={styles.said}>Tick labels such as shadow, tape or frame. Their points are taken out, and reported.</p>
      <div className={styles.labels}>
        {labels.map(({ id, name, points, unscorable }) => (
          <Checkbox
            key={id}
            label={`${name} (${formatNumber(points, 0)})`}
            checked={unscorable}
            onChange={event => set(id, event.currentTarget.checked)}
          />
        ))}
      </div>
    </details>
  )
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
  const title = taxon ? `Cover of ${taxon.name} in percent, by ${grouping.one}` : 'Cover in percent, all images'
  return (
    <div className={styles.part}>
      <div className={styles.choices}>
        <Select
          label="Show"
          value={taxon?.id ?? ''}
          options={[
            { value: '', label: 'Everything, all images' },
            ...taxa.map(({ id, name }) => ({ value: id, label: `${name}, by ${grouping.one}` }))
          ]}
          onChange={event => change({ label: event.target.value })}
        />
      </div>
      <ChartFigure
        title={title}
        heading={<NamesIn text={title} labels={[taxon]} />}
        about={
          <>
            n = {formatCount(all.scorable, 'point')} that could be judged of {formatNumber(all.points, 0)}, on{' '}
            {formatCount(all.imagesScored, 'image')}; {formatNumber(all.unscorable, 0)} not to be judged. Annotations{' '}
            {reviewWords[address.review].said}. Whisker: Wilson’s 95 % interval.
            {bars.length > mostBars && ` The first ${mostBars} are drawn; the table has all.`}
          </>
        }
        methods={[
          {
            formula: 'p = x/n;  (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)',
            source: 'Wilson 1927',
            doi: '10.1080/01621459.1927.10502953',
            note: 'n: points that could be judged. The points of one image depend on each other: across images the true interval is wider; the downloaded table has the mean of images with its standard error.'
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
          description={`${formatCount(shown.length, 'bar')}. The table below holds the same numbers.`}
          bars={shown.map(({ found, group: _group, ...bar }) => ({
            ...bar,
            value: found && found.share * 100,
            interval: found && { low: found.low * 100, high: found.high * 100 }
          }))}
          axis={{ label: 'Cover, %', domain: [0, ticks.at(-1) ?? 100], ticks, format: tick => formatNumber(tick, tickDigits(ticks)) }}
          format={value => toDigits(value, 1)}
        />
      </ChartFigure>
    </div>
  )
}

type Shown = Pick<TaxonCover, 'points' | 'share' | 'low' | 'high'>

/** Null where no point could be judged; a taxon that is on none of them has an interval too. */
function coverIn({ covers, scorable }: CoverGroup, place: number): Shown | null {
  if (scorable === 0) return null
  return covers.find(({ taxon }) => taxon === place) ?? { points: 0, share: 0, ...wilsonInterval(0, scorable) }
}

interface CoverTableProps {
  cover: Cover
  groupBy: string | undefined
  /** Stands beside the download. */
  children: ReactNode
}

function CoverTable({ cover: { taxa, groups, all }, groupBy, children }: CoverTableProps) {
  const grouping = groupingWords(groupBy)
  const columns: DataColumn<CoverGroup>[] = [
    { id: 'name', name: grouping.option, value: ({ name }) => name },
    { id: 'images', name: 'Images', unit: 'judged', value: ({ imagesScored }) => imagesScored },
    { id: 'points', name: 'Points', unit: 'judged', value: ({ scorable }) => scorable, show: ({ scorable }) => formatNumber(scorable, 0) },
    ...taxa.slice(0, mostColumns).map(
      (taxon, place): DataColumn<CoverGroup> => ({
        id: taxon.id,
        name: taxon.name,
        unit: '%, 95 % interval',
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
          Cover by {grouping.one}
        </h2>
        <Button
          size="small"
          icon={<DownloadIcon aria-hidden />}
          onClick={() => saveText(`cover by ${grouping.one}.csv`, 'text/csv', csvOf(longTable({ taxa, groups }, grouping.one)))}
        >
          Download table
        </Button>
        {children}
        {taxa.length > mostColumns && (
          <p className={styles.said}>
            The {mostColumns} largest of {taxa.length} taxa; the file has all of them.
          </p>
        )}
      </div>
      <DataTable label="Cover of each taxon" columns={columns} rows={groups} rowKey={({ key }) => key ?? ''} last={all} />
    </section>
  )
}

const shown = (found: Shown | null) => (found ? `${percent(found.share)} (${percent(found.low)}–${percent(found.high)})` : '–')

/** A row for each group and taxon that it shows. */
function longTable({ taxa, groups }: Pick<Cover, 'taxa' | 'groups'>, firstColumn: string): CsvTable {
  return {
    columns: [
      ...[firstColumn, 'images', 'points', 'scorablePoints', 'unscorablePoints', 'unnamedPoints', 'taxon', 'scientificName', 'taxonRank'],
      ...['taxonPoints', 'coverPercent', 'low', 'high', 'meanOfImagesPercent', 'standardError']
    ],
    rows: groups.flatMap(group =>
      group.covers.map(({ taxon, points, share, low, high, meanOfImages, standardError }) => {
        const { name = '', scientificName = null, taxonRank = null } = taxa[taxon] ?? {}
        return [
          ...[
            group.name,
            group.imagesScored,
            group.points,
            group.scorable,
            group.unscorable,
            group.unnamed,
            name,
            scientificName,
            taxonRank
          ],
          ...[points, share * 100, low * 100, high * 100, meanOfImages * 100, standardError === null ? null : standardError * 100]
        ]
      })
    )
  }
}
