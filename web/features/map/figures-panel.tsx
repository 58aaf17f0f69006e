import { projectPath } from '../../../shared/addresses.ts'
import type { MapHistograms } from '../../../shared/contracts/map.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { Swatch } from '../../annotation/swatch.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import styles from './brush.module.css'
import { Brush, type BrushBar } from './brush.tsx'
import type { CountedKind } from './queries.ts'
import { depthBar, labelIn, type Range, rangeIn, readFilter, withLabel, withRange } from './range-filter.ts'
import { texts } from './texts.ts'

const { figures: words } = texts

/** Maximum number of labels in the list. */
const shownLabels = 8

interface FiguresPanelProps {
  projectId: string
  kind: CountedKind
  /** Kinds of records to choose from. */
  kinds: readonly CountedKind[]
  onKind: (kind: CountedKind) => void
  figures: MapHistograms
  labels: readonly OutlineLabel[]
  filter: string
  onFilter: (filter: string) => void
}

/** Panel of the labels, depths and dates of the annotations or observations in view. Choosing a value narrows the filter. */
export function FiguresPanel({ projectId, kind, kinds, onKind, figures, labels, filter, onFilter }: FiguresPanelProps) {
  const conditions = readFilter(filter)
  const [depth, date] = [rangeIn(conditions, 'depth'), rangeIn(conditions, 'eventDate')]
  const ofRange = (field: 'depth' | 'eventDate') => (range: { from: string; to: string } | null) =>
    onFilter(withRange(filter, field, range ?? { from: null, to: null }))
  return (
    <>
      {kinds.length > 1 && (
        <Select
          label={words.of}
          value={kind}
          options={kinds.map(value => ({ value, label: words.kinds[value] }))}
          onChange={({ target }) => onKind(kinds.find(one => one === target.value) ?? kind)}
        />
      )}
      <Taxa kind={kind} figures={figures} labels={labels} chosen={labelIn(conditions)} onChoose={id => onFilter(withLabel(filter, id))} />
      <Brush
        title={words.depth[kind]}
        bars={figures.depth.map(depthBar)}
        ends={[`${figures.depth[0]?.from} m`, `${figures.depth.at(-1)?.to} m`]}
        missing={figures.noDepthCount > 0 ? words.noDepth(figures.noDepthCount, kind) : null}
        isSelected={isWithin(
          depth,
          (bar, { from, to }) => Number(bar.to) >= Number(from ?? -Infinity) && Number(bar.from) <= Number(to ?? Infinity)
        )}
        onRange={ofRange('depth')}
      />
      <Brush
        title={words.date[kind]}
        bars={figures.date}
        ends={[figures.date[0]?.from ?? '', figures.date.at(-1)?.to ?? '']}
        missing={figures.noDateCount > 0 ? words.noDate(figures.noDateCount, kind) : null}
        isSelected={isWithin(date, (bar, { from, to }) => bar.to >= (from ?? '') && bar.from <= (to ?? '~'))}
        onRange={ofRange('eventDate')}
      />
      <LinkButton size="small" to={resultsPath(projectId, kind, filter)}>
        {words.results}
      </LinkButton>
    </>
  )
}

/** Returns the URL of the results for the same records, with the same filter. */
function resultsPath(projectId: string, kind: CountedKind, filter: string): string {
  const query = new URLSearchParams({
    ...(filter && { f: filter }),
    ...(kind === 'observation' && { records: 'observations', outside: 'on' })
  })
  return projectPath(projectId, `annotate/results${query.size > 0 ? `?${query}` : ''}`)
}

function isWithin(range: Range<string>, test: (bar: BrushBar, range: Range<string>) => boolean): ((bar: BrushBar) => boolean) | null {
  return range.from === null && range.to === null ? null : bar => test(bar, range)
}

interface TaxaProps {
  kind: CountedKind
  figures: MapHistograms
  labels: readonly OutlineLabel[]
  chosen: string | null
  onChoose: (labelId: string | null) => void
}

function Taxa({ kind, figures, labels, chosen, onChoose }: TaxaProps) {
  const labelOf = new Map(labels.map(label => [label.id, label]))
  const listed = figures.labels.slice(0, shownLabels)
  const others = figures.otherLabelCount + figures.labels.slice(shownLabels).reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={styles.taxa} aria-label={words.labels}>
      <h2 className={styles.head}>{words.labels}</h2>
      {listed.length === 0 && <p className={styles.missing}>{words.none[kind]}</p>}
      {listed.map(({ labelId, count }) => {
        const label = labelOf.get(labelId ?? '')
        return (
          <button
            key={labelId}
            type="button"
            className={styles.taxon}
            aria-pressed={labelId !== null && labelId === chosen}
            disabled={labelId === null}
            onClick={() => onChoose(labelId === chosen ? null : labelId)}
          >
            <Swatch label={label} />
            <span className={styles.name}>{label?.name ?? words.unnamed}</span>
            <data className={styles.number}>{formatNumber(count, 0)}</data>
          </button>
        )
      })}
      {others > 0 && <p className={styles.missing}>{words.others(others)}</p>}
    </section>
  )
}
