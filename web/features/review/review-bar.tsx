import { lazy, Suspense } from 'react'
import { type Filter, parseFilter } from '../../../shared/filters.ts'
import { FilterBar } from '../../annotation/filter/filter-bar.tsx'
import { sentenceOf } from '../../api/api-error.ts'
import { formatNumber } from '../../ui/format.ts'
import { MoreIcon } from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import { BehindNote } from './behind-note.tsx'
import { makePatches, type ReviewSort } from './queries.ts'
import styles from './review.module.css'
import type { ReviewProps, ReviewState } from './use-review.ts'
import { sorts } from './use-review-address.ts'

const SavedFilters = lazy(() => import('../../annotation/filter/saved-filters.tsx').then(module => ({ default: module.SavedFilters })))

type ReviewBarProps = Pick<ReviewProps, 'projectId' | 'mayEdit'> & { state: ReviewState }

/** Bar with filter and order of the annotations, and the progress of loading and changes. */
export function ReviewBar({ projectId, mayEdit, state }: ReviewBarProps) {
  const { address, book, cards, edits, isReadingOn, people, setAsks, total } = state
  const { filter, setFilter, setSort, view } = address
  return (
    <div className={styles.bar}>
      <FilterBar filter={filter} book={book} people={people.data ?? []} onFilter={setFilter} />
      <div className={styles.barEnd}>
        <BareSelect
          label="Order"
          className={styles.sort}
          options={sorts}
          value={view.sort}
          onChange={event => setSort(event.target.value as ReviewSort)}
        />
        <Suspense fallback={null}>
          <SavedFilters projectId={projectId} current={view.filter} mayEdit={mayEdit} onChoose={text => setFilter(readable(text))} />
        </Suspense>
        {mayEdit && (
          <MenuButton
            label="More"
            iconOnly
            size="small"
            items={[
              {
                id: 'past',
                label: 'Bulk edits',
                description: 'From the last 30 days, with undo',
                onAction: () => setAsks('past')
              },
              {
                id: 'patches',
                label: 'Prepare all crops',
                description: 'So that they appear at once, for others too',
                onAction: () =>
                  void makePatches(projectId).then(
                    () => showToast({ title: 'The crops are being prepared' }),
                    error => showToast({ tone: 'danger', title: sentenceOf(error, 'The crops could not be prepared.') })
                  )
              }
            ]}
          >
            <MoreIcon aria-hidden />
          </MenuButton>
        )}
      </div>
      {isReadingOn && (
        <ProgressBar
          label="Loading more"
          share={total ? cards.length / total : undefined}
          value={total ? `${formatNumber(cards.length)} of ${formatNumber(total)}` : `${formatNumber(cards.length)} so far`}
        />
      )}
      {edits.behind && <BehindNote projectId={projectId} {...edits.behind} onEnd={edits.settled} />}
    </div>
  )
}

/** Reads a saved filter. One saved by a newer server may be unreadable here. */
function readable(text: string): Filter {
  try {
    return parseFilter(text)
  } catch {
    return []
  }
}
