import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { ResultsOptions } from '../../../shared/contracts/results.ts'
import { FigureNote } from '../../charts/figure-note.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { resultOptions } from '../../features/results/queries.ts'
import styles from '../../features/results/results.module.css'
import { ResultsControls } from '../../features/results/results-controls.tsx'
import { SummaryView } from '../../features/results/summary-view.tsx'
import { Terms } from '../../features/results/terms.tsx'
import { texts } from '../../features/results/texts.tsx'
import { UnreviewedNote } from '../../features/results/unreviewed-note.tsx'
import { useResultsAddress } from '../../features/results/use-results-address.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'
import { UnsentNote } from '../../features/waiting/unsent-note.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FigureSkeleton } from '../../ui/figure-skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const { page: words, empty, filterBar } = texts

const ResultsFilter = lazyPart(() =>
  import('../../features/results/results-filter.tsx').then(module => ({ default: module.ResultsFilter }))
)
const TaxaView = lazyPart(() => import('../../features/results/taxa-view.tsx').then(module => ({ default: module.TaxaView })))
const CoverView = lazyPart(() => import('../../features/results/cover-view.tsx').then(module => ({ default: module.CoverView })))
const CorrectedView = lazyPart(() =>
  import('../../features/results/corrected/corrected-view.tsx').then(module => ({ default: module.CorrectedView }))
)
const CurvesView = lazyPart(() => import('../../features/results/curves-view.tsx').then(module => ({ default: module.CurvesView })))
const SizesView = lazyPart(() => import('../../features/results/sizes-view.tsx').then(module => ({ default: module.SizesView })))

/** Results of a project: indices, counts, cover, curves and sizes. */
export function Component() {
  const { projectId = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  const options = useQuery(resultOptions(projectId))
  return (
    <Page title={words.title} description={project.data?.title}>
      <UnsentNote projectId={projectId} />
      <Loaded query={options} failed={words.failed} skeleton={<FigureSkeleton height="48rem" choices={4} table />}>
        {found =>
          countable(found) === 0 ? (
            <NothingYet projectId={projectId} images={found.images} />
          ) : (
            <Results key={projectId} projectId={projectId} options={found} />
          )
        }
      </Loaded>
    </Page>
  )
}

const countable = ({ annotations, observations = 0, outsideObservations = 0 }: ResultsOptions) =>
  annotations + observations + outsideObservations

function Results({ projectId, options }: { projectId: string; options: ResultsOptions }) {
  const { address, query, change } = useResultsAddress(options)
  const labels = useQuery(labelOutline(projectId))
  const [filterSentence, setFilterSentence] = useState<string | null>(null)
  const shared = { projectId, query, address, change }
  return (
    <FigureNote value={address.filter === '' ? '' : (filterSentence ?? filterBar.plain)}>
      <ResultsControls options={options} address={address} change={change} />
      <Suspense fallback={<div className={styles.filterSpace} />}>
        <Loaded query={labels} failed={filterBar.failed} skeleton={<div className={styles.filterSpace} />}>
          {({ labels: outline }) => (
            <ResultsFilter
              projectId={projectId}
              labels={outline}
              filter={address.filter}
              isOfCover={address.view === 'cover' || address.view === 'corrected'}
              onFilter={filter => change({ f: filter })}
              onSentence={setFilterSentence}
            />
          )}
        </Loaded>
      </Suspense>
      {address.records !== 'observations' && address.view !== 'corrected' && (
        <UnreviewedNote projectId={projectId} unreviewed={options.unreviewed} review={address.review} change={change} />
      )}
      <Tabs
        key={address.filter} // the caption of one filter must not stand above the numbers of another
        label={words.title}
        selected={address.view}
        onSelect={view => change({ view: view === 'summary' ? '' : view })}
        tabs={[
          { id: 'summary', label: words.summary, content: <SummaryView {...shared} /> },
          { id: 'taxa', label: words.taxa, content: inTab(<TaxaView {...shared} taxa={options.taxa} />) },
          { id: 'cover', label: words.cover, content: inTab(<CoverView {...shared} />) },
          { id: 'corrected', label: words.corrected, content: inTab(<CorrectedView {...shared} />) },
          { id: 'curves', label: words.curves, content: inTab(<CurvesView {...shared} />) },
          { id: 'sizes', label: words.sizes, content: inTab(<SizesView {...shared} taxa={options.taxa} />) }
        ]}
      />
      <Terms />
    </FigureNote>
  )
}

/** Content of a tab other than the first, whose code is loaded when the tab opens. */
const inTab = (view: ReactNode) => <Suspense fallback={<FigureSkeleton height="32rem" table />}>{view}</Suspense>

function NothingYet({ projectId, images }: { projectId: string; images: number }) {
  return (
    <EmptyState
      title={empty.title}
      ground={<LazyGround seed="results" />}
      actions={
        images > 0 ? (
          <LinkButton variant="primary" to={projectPath(projectId, 'annotate')}>
            {empty.annotate}
          </LinkButton>
        ) : (
          <LinkButton variant="primary" to={projectPath(projectId)}>
            {empty.addImages}
          </LinkButton>
        )
      }
    >
      <p>
        {images > 0 ? empty.waiting(images) : empty.noImages}{' '}
        {empty.about(text => (
          <Link to={projectPath(projectId, 'annotate/sites')}>{text}</Link>
        ))}
      </p>
    </EmptyState>
  )
}
