import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { projectPath, similarPath } from '../../../shared/addresses.ts'
import { reviewedWords } from '../../annotation/words.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Note } from '../../ui/note.tsx'
import styles from './review.module.css'
import { ReviewBar } from './review-bar.tsx'
import { ReviewDialogs } from './review-dialogs.tsx'
import { ReviewGrid } from './review-grid.tsx'
import { texts } from './texts.ts'
import { placeOf, type ReviewProps, useReview } from './use-review.ts'

const ActionBar = lazyPart(() => import('./action-bar.tsx').then(module => ({ default: module.ActionBar })))

/** Review screen: the annotations of a project as crops side by side, to find and correct outliers. */
export function Review({ projectId, labels, mayEdit, onCreateLabel }: ReviewProps) {
  const state = useReview({ projectId, labels, mayEdit })
  const { actions, address, cards, hasOutlines, hasSelection, isFirstUse, open, selectedCount, selection, single, total } = state
  const { problem } = address
  return (
    <div className={styles.screen} data-outlines={hasOutlines ? undefined : 'hidden'}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>
          {texts.title}
          <span className={styles.count} aria-live="polite">
            {total === null ? '' : texts.total(total)}
          </span>
        </h1>
        <Link to={projectPath(projectId, 'annotate')}>{texts.annotate}</Link>
      </header>
      {!isFirstUse && <ReviewBar projectId={projectId} mayEdit={mayEdit} state={state} />}
      {problem && <Note>{texts.filterIgnored(problem)}</Note>}
      <ReviewGrid projectId={projectId} state={state} />
      {hasSelection && (
        <Suspense fallback={null}>
          <ActionBar
            count={selectedCount}
            all={selection.isAll ? null : total}
            mayEdit={mayEdit}
            reviewed={single && reviewedWords(single)}
            actions={actions}
            onOpen={single && (() => open(placeOf(cards, selection.ids)))}
            similar={single && single.outline !== null ? similarPath(projectId, single.id) : null}
            onSelectAll={selection.selectAll}
          />
        </Suspense>
      )}
      <ReviewDialogs {...{ projectId, mayEdit, onCreateLabel, state }} />
    </div>
  )
}
