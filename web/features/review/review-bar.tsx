import { Suspense } from 'react'
import { FilterBar } from '../../annotation/filter/filter-bar.tsx'
import { readFilter } from '../../annotation/filter/read-filter.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { IconButton } from '../../ui/button.tsx'
import { keyOf } from '../../ui/command.ts'
import { EyeIcon, EyeOffIcon, MoreIcon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import { BehindNote } from './behind-note.tsx'
import { reviewCommands } from './commands.ts'
import { makePatches, type ReviewSort } from './queries.ts'
import styles from './review.module.css'
import { texts } from './texts.ts'
import type { ReviewProps, ReviewState } from './use-review.ts'
import { sorts } from './use-review-address.ts'

const { bar: words, pastEdits } = texts

const SavedFilters = lazyPart(() => import('../../annotation/filter/saved-filters.tsx').then(module => ({ default: module.SavedFilters })))

type ReviewBarProps = Pick<ReviewProps, 'projectId' | 'mayEdit'> & { state: ReviewState }

/** Bar with the filter and order of the annotations, and the progress of loading and changes. */
export function ReviewBar({ projectId, mayEdit, state }: ReviewBarProps) {
  const { actions, address, labelIndex, cards, edits, hasOutlines, isReadingOn, people, setDialog, total } = state
  const { filter, setFilter, setSort, view } = address
  return (
    <div className={styles.bar}>
      <FilterBar filter={filter} labelIndex={labelIndex} people={people.data ?? []} onFilter={setFilter} />
      <div className={styles.barEnd}>
        <BareSelect
          label={words.order}
          className={styles.sort}
          options={sorts}
          value={view.sort}
          onChange={event => setSort(event.target.value as ReviewSort)}
        />
        <Suspense fallback={null}>
          <SavedFilters
            projectId={projectId}
            current={view.filter}
            mayEdit={mayEdit}
            onChoose={text => setFilter(readFilter(text).filter)}
          />
        </Suspense>
        <IconButton
          size="small"
          label={hasOutlines ? words.hideOutlines : words.showOutlines}
          keys={keyOf(reviewCommands.outlines)}
          aria-pressed={hasOutlines}
          onClick={actions.outlines}
        >
          {hasOutlines ? <EyeIcon aria-hidden /> : <EyeOffIcon aria-hidden />}
        </IconButton>
        {mayEdit && <More projectId={projectId} onPast={() => setDialog('past')} />}
      </div>
      {isReadingOn && (
        <ProgressBar label={words.loadingMore} share={total ? cards.length / total : undefined} value={words.loaded(cards.length, total)} />
      )}
      {edits.behind && <BehindNote projectId={projectId} {...edits.behind} onEnd={edits.settled} />}
    </div>
  )
}

function More({ projectId, onPast }: { projectId: string; onPast: () => void }) {
  return (
    <MenuButton
      label={words.more}
      iconOnly
      size="small"
      items={[
        { id: 'past', label: pastEdits.title, description: pastEdits.description, onAction: onPast },
        {
          id: 'patches',
          label: words.prepareCrops,
          description: words.prepareCropsAbout,
          onAction: () =>
            void makePatches(projectId).then(
              () => showToast({ title: words.preparing }),
              error => showToast({ tone: 'danger', title: sentenceOf(error, words.notPrepared) })
            )
        }
      ]}
    >
      <MoreIcon aria-hidden />
    </MenuButton>
  )
}
