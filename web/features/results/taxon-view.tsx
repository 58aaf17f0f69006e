import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResultsQuery } from '../../../shared/contracts/results.ts'
import { FigureSkeleton } from '../../ui/figure-skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { MeasureChart, MeasureTable } from './group-measures.tsx'
import { type Measure, taxonMeasures } from './measures.ts'
import { NothingMatches } from './nothing-matches.tsx'
import { summary as summaryQuery } from './queries.ts'
import styles from './results.module.css'
import type { OptionTaxon } from './taxon-tree.ts'
import { texts } from './texts.tsx'
import type { ResultsAddress } from './use-results-address.ts'
import { Warnings } from './warnings.tsx'
import { warningsOf } from './words.ts'

interface TaxonViewProps {
  projectId: string
  taxon: OptionTaxon
  measure: Measure
  query: ResultsQuery
  address: ResultsAddress
}

/** Measures of one taxon and its descendants by group. */
export function TaxonView({ projectId, taxon, measure, query: { rank: _rank, ...rest }, address }: TaxonViewProps) {
  const { id, name } = taxon
  const query: ResultsQuery = { ...rest, underLabelId: id, asOneTaxon: true }
  const summary = useQuery({ ...summaryQuery(projectId, query), placeholderData: keepPreviousData })
  return (
    <Loaded query={summary} failed={texts.summary.failed} skeleton={<FigureSkeleton height="40rem" table />}>
      {found =>
        found.groups.length === 0 && query.filter ? (
          <NothingMatches warnings={warningsOf({ ...found, leftOutIndividuals: 0 })} />
        ) : (
          <div className={styles.view} aria-busy={summary.isPlaceholderData || undefined}>
            <Warnings warnings={warningsOf({ ...found, leftOutIndividuals: 0 })} />
            <MeasureChart summary={found} measure={measure} taxon={taxon} query={query} review={address.review} />
            <MeasureTable
              summary={found}
              measures={taxonMeasures}
              title={texts.summary.titleOf(name)}
              taxon={taxon}
              fileName={name}
              groupBy={query.groupBy}
            />
          </div>
        )
      }
    </Loaded>
  )
}
