import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResultsQuery, Sizes } from '../../../shared/contracts/results.ts'
import type { Axis } from '../../charts/axis.ts'
import { ChartFigure, type Method } from '../../charts/chart-figure.tsx'
import { Histogram } from '../../charts/histogram.tsx'
import { tickDigits, ticksUpTo } from '../../charts/ticks.ts'
import { FigureSkeleton } from '../../ui/figure-skeleton.tsx'
import { formatNumber, formatQuantity } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { NamesIn } from '../../ui/names-in.ts'
import { Select } from '../../ui/select.tsx'
import { countedTaxa, sizes as sizesQuery } from './queries.ts'
import styles from './results.module.css'
import { SizeGroups } from './size-groups.tsx'
import { TaxonSelect } from './taxon-select.tsx'
import { branchesOf, type OptionTaxon } from './taxon-tree.ts'
import { texts } from './texts.tsx'
import type { ResultsAddress, Review } from './use-results-address.ts'
import { Warnings } from './warnings.tsx'
import { effortMethods, effortOf, effortWarnings } from './words.ts'

const { sizes: words } = texts

interface SizesViewProps {
  projectId: string
  /** Taxa in use, with their ancestors. */
  taxa: readonly OptionTaxon[]
  query: ResultsQuery
  address: ResultsAddress
  change: (changes: Record<string, string>) => void
}

/** Sizes of one taxon, in all images and by group. */
export function SizesView({ projectId, taxa, query, address, change }: SizesViewProps) {
  const counted = useQuery(countedTaxa(projectId, query))
  return (
    <Loaded query={counted} failed={words.failedTaxa} skeleton={<FigureSkeleton height="30rem" choices={2} />}>
      {list => {
        const individuals = new Map(list.map(taxon => [taxon.id, taxon.individuals]))
        const branches = branchesOf(taxa, id => individuals.get(id) ?? 0).filter(branch => branch.individuals > 0)
        const chosen = branches.find(({ taxon }) => taxon.id === address.labelId) ?? branches.find(({ taxon }) => taxon.id === list[0]?.id)
        if (!chosen) return <p>{query.filter ? texts.filterBar.nothing : words.noLabels}</p>
        return (
          <div className={styles.view}>
            <div className={styles.choices}>
              <TaxonSelect branches={branches} value={chosen.taxon.id} withCounts onChange={label => change({ label })} />
              <Select
                label={words.size}
                value={address.of}
                options={[
                  { value: 'length', label: words.length },
                  { value: 'area', label: words.area }
                ]}
                onChange={event => change({ of: event.target.value === 'length' ? '' : event.target.value })}
              />
            </div>
            <SizeFigure projectId={projectId} taxon={chosen.taxon} query={query} address={address} />
          </div>
        )
      }}
    </Loaded>
  )
}

interface SizeFigureProps {
  projectId: string
  taxon: OptionTaxon
  query: ResultsQuery
  address: ResultsAddress
}

function SizeFigure({ projectId, taxon, query, address }: SizeFigureProps) {
  const { id: labelId, name } = taxon
  const { filter, groupBy, depthBandInMeters, includeUnreviewed, confirmedOnly } = query
  const sizes = useQuery({
    ...sizesQuery(projectId, {
      labelId,
      measure: address.of,
      ...(filter && { filter }),
      ...(groupBy !== undefined && { groupBy }),
      ...(depthBandInMeters !== undefined && { depthBandInMeters }),
      ...(includeUnreviewed && { includeUnreviewed }),
      ...(confirmedOnly && { confirmedOnly })
    }),
    placeholderData: keepPreviousData
  })
  return (
    <Loaded query={sizes} failed={words.failed} skeleton={<FigureSkeleton height="24rem" />}>
      {found =>
        found.count === 0 ? (
          <p>
            <NamesIn
              labels={[taxon]}
              text={
                found.withoutSize === 0
                  ? words.noneCounts(name)
                  : (found.measure === 'area' ? words.noArea : words.noLength)(found.withoutSize, name)
              }
            />
          </p>
        ) : (
          <div className={styles.view} aria-busy={sizes.isPlaceholderData || undefined}>
            <Warnings warnings={warningsOf(found)} />
            <Frequencies sizes={found} taxon={taxon} review={address.review} groupBy={groupBy} />
          </div>
        )
      }
    </Loaded>
  )
}

function warningsOf({ unit, withoutScale, withoutSize, imagesNotLookedAt }: Sizes): string[] {
  const warnings: string[] = []
  if (unit.startsWith('px')) warnings.push(words.noScale)
  else if (withoutScale > 0) warnings.push(words.withoutScale(withoutScale))
  if (withoutSize > 0) warnings.push(words.withoutSize(withoutSize))
  return [...warnings, ...effortWarnings(imagesNotLookedAt)]
}

interface FrequenciesProps {
  sizes: Sizes
  taxon: OptionTaxon
  review: Review
  groupBy?: string | undefined
}

function Frequencies({ sizes, taxon, review, groupBy }: FrequenciesProps) {
  const { name } = taxon
  const { measure, unit, count, classes, classWidth, mean, standardDeviation, median, smallest, largest } = sizes
  const last = classes.at(-1)?.to ?? 1
  const first = classes[0]?.from ?? 0
  const steps = ticksUpTo(last - first)
  const step = (steps[1] ?? 1) - (steps[0] ?? 0)
  const start = Math.ceil(first / step - 1e-9)
  const xTicks = Array.from({ length: Math.floor(last / step + 1e-9) - start + 1 }, (_, place) =>
    Number(((start + place) * step).toPrecision(12))
  )
  const yTicks = ticksUpTo(Math.max(...classes.map(each => each.count)), { whole: true })
  const digits = tickDigits(steps) + 1
  const size = (value: number | null) => (value === null ? '–' : formatQuantity(value, unit, digits))
  const title = (measure === 'area' ? words.areas : words.lengths)(name, unit)
  const fileName = `${measure} of ${name}`
  const about = words.about(count, texts.reviews[review].phrase, effortOf(sizes, texts.effort.sizes), size(classWidth))
  const statistics =
    standardDeviation === null
      ? words.statistics(size(mean), size(median), size(smallest), size(largest))
      : words.statisticsWithDeviation(size(mean), size(standardDeviation), size(median), size(smallest), size(largest))
  const methods = [...methodsOf(measure), ...effortMethods({}, review)]
  const x: Axis = {
    label: `${measure === 'area' ? words.area : words.length}, ${unit}`,
    domain: [first, last],
    ticks: xTicks,
    format: tick => formatNumber(tick, tickDigits(steps))
  }
  return (
    <>
      <ChartFigure
        title={title}
        heading={<NamesIn text={title} labels={[taxon]} />}
        about={`${about} ${statistics}`}
        methods={methods}
        fileName={fileName}
        table={{ columns: [`from (${unit})`, `to (${unit})`, 'count'], rows: classes.map(({ from, to, count: n }) => [from, to, n]) }}
      >
        <Histogram
          title={title}
          description={words.classes(classes.length)}
          classes={classes}
          x={x}
          y={{ label: words.annotations, domain: [0, yTicks.at(-1) ?? 1], ticks: yTicks, format: tick => formatNumber(tick, 0) }}
        />
      </ChartFigure>
      <SizeGroups {...{ sizes, taxon, title, about, fileName, methods, x, digits, groupBy }} />
    </>
  )
}

const methodsOf = (measure: Sizes['measure']): Method[] => [
  measure === 'area'
    ? { formula: words.areaFormula, note: words.areaNote }
    : {
        formula: words.lengthFormula,
        note: words.lengthNote
      },
  {
    formula: words.classFormula,
    source: texts.sources.freedman,
    doi: '10.1007/BF01025868'
  }
]
