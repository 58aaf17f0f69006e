import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { projectPath } from '../../../../shared/addresses.ts'
import type { CorrectedCoverGroup, CorrectedCoverResult, CorrectedTaxonCover } from '../../../../shared/contracts/corrected-cover.ts'
import type { ResultsQuery } from '../../../../shared/contracts/results.ts'
import { type NamePart, nameParts } from '../../../../shared/taxonomy/written-name.ts'
import { BarChart } from '../../../charts/bar-chart.tsx'
import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { csvOf } from '../../../charts/csv.ts'
import { saveText } from '../../../charts/save.ts'
import { tickDigits, ticksUpTo } from '../../../charts/ticks.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FigureSkeleton } from '../../../ui/figure-skeleton.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { NamesIn } from '../../../ui/names-in.ts'
import { Select } from '../../../ui/select.tsx'
import { type DataColumn, DataTable } from '../data-table.tsx'
import { correctedCover as coverQuery } from '../queries.ts'
import styles from '../results.module.css'
import { TaxonChoice } from '../taxon-choice.tsx'
import { texts } from '../texts.tsx'
import { Unscorable } from '../unscorable.tsx'
import type { ResultsAddress } from '../use-results-address.ts'
import { Warnings } from '../warnings.tsx'
import { groupingWords, toDigits } from '../words.ts'
import { type CoverMethod, coverRows, shownEstimate } from './corrected-table.ts'
import { correctedTexts as words } from './texts.ts'

interface CorrectedViewProps {
  projectId: string
  query: ResultsQuery
  address: ResultsAddress
  change: (changes: Record<string, string>) => void
}

const mostBars = 40
const fewImages = 10

/** Percent cover by labels, by a model, and by the model corrected with held-out labels. */
export function CorrectedView({ projectId, query, address, change }: CorrectedViewProps) {
  const { filter, groupBy, depthBandInMeters, rank } = query
  const { unscorable, modelVersionId } = address
  const cover = useQuery({
    ...coverQuery(projectId, {
      ...(filter && { filter }),
      ...(groupBy !== undefined && groupBy !== 'image' && { groupBy }),
      ...(groupBy === 'depthBand' && depthBandInMeters !== undefined && { depthBandInMeters }),
      ...(rank !== undefined && { rank }),
      ...(unscorable && { unscorable }),
      ...(modelVersionId && { modelVersionId })
    }),
    placeholderData: keepPreviousData
  })
  return (
    <Loaded query={cover} failed={words.failed} skeleton={<FigureSkeleton height="40rem" choices={2} table />}>
      {found =>
        filter && found.all.points.labelled + found.all.points.predicted + found.all.leftOut === 0 ? (
          <p>{texts.filterBar.nothingOfCover}</p>
        ) : found.version === null ? (
          <NothingPredicted projectId={projectId} cover={found} />
        ) : (
          <div className={styles.view} aria-busy={cover.isPlaceholderData || undefined}>
            <Warnings warnings={warningsOf(found)} />
            <Unscorable labels={found.labels} change={change} />
            <Estimates cover={found} query={query} address={address} change={change} />
          </div>
        )
      }
    </Loaded>
  )
}

function NothingPredicted({ projectId, cover: { all, unpredicting } }: { projectId: string; cover: CorrectedCoverResult }) {
  const hasPoints = all.leftOut + all.points.labelled > 0
  return (
    <EmptyState
      title={words.none.title}
      actions={
        hasPoints && (
          <LinkButton variant="primary" to={projectPath(projectId, 'ai')}>
            {words.none.open}
          </LinkButton>
        )
      }
    >
      <div className={styles.reasons}>
        <p>{hasPoints ? words.none.about : words.none.withoutPoints}</p>
        {hasPoints && <Unpredicting models={unpredicting} />}
      </div>
    </EmptyState>
  )
}

/** Models of the team that cannot be chosen, each with the reason. */
function Unpredicting({ models }: { models: CorrectedCoverResult['unpredicting'] }) {
  return models.map(({ id, name, reason }) => (
    <p key={id} className={styles.remark}>
      {words.unpredicting[reason](name)}
    </p>
  ))
}

function warningsOf({ all, version }: CorrectedCoverResult): string[] {
  const { obstacle, points, images, leftOut } = all
  const uploaded = version?.uploaded
  const warnings: string[] = []
  if (obstacle === 'unmapped') warnings.push(words.obstacles.unmapped())
  else if (obstacle) warnings.push(`${words.obstacles[obstacle](points.heldOut)} ${words.modelOnly}`)
  else {
    warnings.push(words.notRandom)
    if (uploaded) warnings.push(words.elsewhere)
    if (images.heldOut < fewImages) warnings.push(words.fewImages(images.heldOut))
    if (points.accepted > 0 && images.audited < fewImages) warnings.push(words.fewAuditedImages(images.audited))
  }
  if (uploaded && uploaded.mapped > 0 && uploaded.unmapped > 0) warnings.push(words.unmapped(uploaded.unmapped))
  if (leftOut > 0) warnings.push(words.leftOut(leftOut))
  return warnings
}

interface Row {
  key: string
  name: string
  parts?: readonly NamePart[]
  group: CorrectedCoverGroup
  cover: CorrectedTaxonCover | undefined
}

// Long: one figure and its table, top to bottom.
function Estimates({ cover, query, address, change }: { cover: CorrectedCoverResult } & Omit<CorrectedViewProps, 'projectId'>) {
  const { taxa, groups, all, version, versions } = cover
  const isGrouped = groups.length > 0
  const grouping = groupingWords(query.groupBy)
  const place = isGrouped ? taxa.findIndex(({ id }) => id === address.labelId) : -1
  const taxon = taxa[place]
  const rows: Row[] = taxon
    ? groups.map(group => ({ key: group.key ?? '', name: group.name, group, cover: group.covers[place] }))
    : taxa.map((each, at) => ({ key: each.id, name: each.name, parts: nameParts(each), group: all, cover: all.covers[at] }))
  const title = taxon ? words.titleOf(taxon.name, grouping.one) : words.title
  const fileName = words.fileName(isGrouped ? grouping.one : null)
  const save = (methods: readonly CoverMethod[]) =>
    saveText(`${fileName}.csv`, 'text/csv', csvOf(coverRows(cover, isGrouped ? [...groups, all] : [all], methods)))
  return (
    <div className={styles.view}>
      <div className={styles.choices}>
        {versions.length > 1 && (
          <Select
            label={words.model}
            value={version?.id ?? ''}
            options={versions.map(each => ({ value: each.id, label: words.modelOption(each) }))}
            onChange={event => change({ model: event.target.value })}
          />
        )}
        {isGrouped && <TaxonChoice taxa={taxa} taxon={taxon} grouping={grouping.one} change={change} />}
      </div>
      {rows.some(row => row.cover?.corrected) && <Figure cover={cover} rows={rows} title={title} taxon={taxon} />}
      <section className={styles.part} aria-labelledby="results-corrected">
        <div className={styles.partHead}>
          <h2 id="results-corrected" className={styles.partTitle}>
            {words.tableTitle}
          </h2>
          <Button size="small" icon={<DownloadIcon aria-hidden />} onClick={() => save(['corrected'])}>
            {words.download}
          </Button>
          <Button size="small" icon={<DownloadIcon aria-hidden />} onClick={() => save(['corrected', 'human', 'machine'])}>
            {words.downloadAll}
          </Button>
          {version && <p className={styles.remark}>{words.provenance(version)}</p>}
          <Unpredicting models={cover.unpredicting} />
        </div>
        <DataTable
          label={words.table}
          columns={columnsOf(taxon ? grouping.option : words.taxonColumn, taxon !== undefined, all.points.audited > 0)}
          rows={rows}
          rowKey={({ key }) => key}
          {...(taxon && { last: { key: '', name: all.name, group: all, cover: all.covers[place] } })}
        />
      </section>
    </div>
  )
}

interface FigureProps {
  cover: CorrectedCoverResult
  rows: readonly Row[]
  title: string
  taxon: CorrectedCoverResult['taxa'][number] | undefined
}

function Figure({ cover, rows, title, taxon }: FigureProps) {
  const { all, version } = cover
  const shown = rows.slice(0, mostBars)
  const clipped = (share: number) => Math.min(100, Math.max(0, share * 100))
  const most = Math.max(1, ...shown.map(row => clipped(row.cover?.corrected?.high ?? row.cover?.corrected?.share ?? 0)))
  const ticks = ticksUpTo(most)
  const groups = taxon ? [...cover.groups, all] : [all]
  const place = taxon ? cover.taxa.indexOf(taxon) : -1
  const kept = place < 0 ? groups : groups.map(group => ({ ...group, covers: group.covers.filter(each => each.taxon === place) }))
  const hasAudits = groups.some(({ points }) => points.accepted > 0)
  const about = [
    words.about(all),
    words.audits(all),
    words.whiskers,
    version && words.provenance(version),
    rows.length > mostBars && texts.cover.chartShows(mostBars)
  ]
  return (
    <ChartFigure
      title={title}
      heading={<NamesIn text={title} labels={[taxon]} />}
      about={about.filter(Boolean).join(' ')}
      methods={[
        {
          formula: hasAudits ? words.formulaAudited : words.formula,
          source: words.source,
          doi: '10.1126/science.adi6000',
          note: words.note({ isUploaded: version?.uploaded != null, hasAudits })
        }
      ]}
      fileName={taxon ? `corrected cover of ${taxon.name}` : 'corrected cover'}
      table={coverRows(cover, kept, ['corrected'])}
    >
      <BarChart
        title={title}
        description={texts.figure.bars(shown.length)}
        bars={shown.map(({ key, name, parts, cover: each }) => {
          const { share, low, high } = each?.corrected ?? {}
          return {
            key,
            name,
            ...(parts && { parts }),
            value: share === undefined ? null : clipped(share),
            interval: low == null || high == null ? null : { low: clipped(low), high: clipped(high) }
          }
        })}
        axis={{ label: words.axis, domain: [0, ticks.at(-1) ?? 100], ticks, format: tick => formatNumber(tick, tickDigits(ticks)) }}
        format={value => toDigits(value, 1)}
      />
    </ChartFigure>
  )
}

/** Columns of the three estimates. A table by group also has numbers of points, including audited accepted points if an audit has ended. */
function columnsOf(first: string, isByGroup: boolean, hasAudits: boolean): DataColumn<Row>[] {
  const estimate = (method: CoverMethod): DataColumn<Row> => ({
    id: method,
    ...words[method],
    value: ({ cover }) => cover?.[method]?.share ?? null,
    show: ({ cover, group: { obstacle, points } }) =>
      method === 'corrected' && obstacle ? words.notCorrected[obstacle](points.heldOut) : shownEstimate(cover?.[method] ?? null)
  })
  const points = (id: 'labelled' | 'predicted' | 'heldOut' | 'accepted'): DataColumn<Row> => ({
    id,
    ...words[`${id}Column`],
    value: ({ group }) => group.points[id],
    show: ({ group }) => formatNumber(group.points[id], 0)
  })
  return [
    { id: 'name', name: first, value: ({ name }) => name },
    estimate('corrected'),
    estimate('human'),
    estimate('machine'),
    ...(isByGroup ? [points('labelled'), points('predicted'), points('heldOut')] : []),
    ...(isByGroup && hasAudits ? [points('accepted')] : [])
  ]
}
