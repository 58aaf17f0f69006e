import { sentenceOf } from '../../api/api-error.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PatchGrid } from './patch-grid.tsx'
import { GridSkeleton, NothingFound, NothingYet } from './states.tsx'
import { texts } from './texts.ts'
import type { ReviewState } from './use-review.ts'

const { grid: words } = texts

/** Grid of crops, or an empty state with the reason. */
export function ReviewGrid({ projectId, state }: { projectId: string; state: ReviewState }) {
  const { address, labelIndex, cards, count, grid, isFirstUse, onRange, open, query, selection } = state
  const { fetchNextPage, hasNextPage, isFetchNextPageError } = query
  return (
    <>
      {query.isPending ? (
        <GridSkeleton label={words.loading} />
      ) : query.data === undefined ? (
        <ErrorPanel
          title={words.failed}
          detail={sentenceOf(query.error, words.noAnswer)}
          safe={words.safe}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : cards.length === 0 && hasNextPage && !isFetchNextPageError ? (
        <GridSkeleton label={words.searching} />
      ) : isFirstUse ? (
        <NothingYet projectId={projectId} />
      ) : cards.length === 0 && !hasNextPage ? (
        <NothingFound onClear={() => address.setFilter([])} />
      ) : (
        <PatchGrid ref={grid} cards={cards} count={count} labelIndex={labelIndex} selection={selection} onRange={onRange} onOpen={open} />
      )}
      {isFetchNextPageError && (
        <ErrorPanel title={words.moreFailed} detail={sentenceOf(query.error, words.noAnswer)} onRetry={() => void fetchNextPage()} />
      )}
    </>
  )
}
