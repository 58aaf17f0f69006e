import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResultsQuery } from '../../../shared/contracts/results.ts'
import { FigureSkeleton } from '../../ui/figure-skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { MeasureChart, MeasureTable } from './group-measures.tsx'
import { measures } from './measures.ts'
import { NothingMatches } from './nothing-matches.tsx'
import { summary as summaryQuery } from './queries.ts'
import styles from './results.module.css'
import { texts } from './texts.tsx'
import type { ResultsAddress } from './use-results-address.ts'
import { Warnings } from './warnings.tsx'
import { warningsOf } from './words.ts'

const { summary: words } = texts

interface ViewProps {
  projectId: string
  query: ResultsQuery
  address: ResultsAddress
  change: (changes: Record<string, string>) => void
}

/** Measures by group: a chart of one measure and a table of all measures. */
export function SummaryView({ projectId, query, address, change }: ViewProps) {
  const summary = useQuery({ ...summaryQuery(projectId, query), placeholderData: keepPreviousData })
  const measure = measures.find(({ id }) => id === address.measure) ?? measures[0]
  if (!measure) return null
  return (
    <Loaded query={summary} failed={words.failed} skeleton={<FigureSkeleton height="40rem" choices={1} table />}>
      {found =>
        found.groups.length === 0 && query.filter ? (
          <NothingMatches warnings={warningsOf(found, query.rank)} />
        ) : (
          <div className={styles.view} aria-busy={summary.isPlaceholderData || undefined}>
            <Warnings warnings={warningsOf(found, query.rank)} />
            <div className={styles.part}>
              <div className={styles.choices}>
                <BareSelect
                  label={words.measure}
                  value={measure.id}
                  options={measures.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={event => change({ measure: event.target.value === 'individuals' ? '' : event.target.value })}
                />
              </div>
              <MeasureChart summary={found} measure={measure} query={query} review={address.review} />
            </div>
            <MeasureTable summary={found} measures={measures} title={words.title} fileName="summary" groupBy={query.groupBy} />
          </div>
        )
      }
    </Loaded>
  )
}
