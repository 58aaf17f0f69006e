import { sentenceOf } from '../../api/api-error.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PatchGrid } from './patch-grid.tsx'
import { GridSkeleton, NothingFound, NothingYet } from './states.tsx'
import type { ReviewState } from './use-review.ts'

/** The grid of crops, or the reason that it is empty. */
export function ReviewGrid({ projectId, state }: { projectId: string; state: ReviewState }) {
  const { address, book, cards, count, grid, isFirstUse, onRange, open, query, selection } = state
  const { fetchNextPage, hasNextPage, isFetchNextPageError } = query
  return (
    <>
      {query.isPending ? (
        <GridSkeleton label="Loading annotations" />
      ) : query.data === undefined ? (
        <ErrorPanel
          title="The annotations could not be loaded"
          detail={sentenceOf(query.error, 'The server did not answer.')}
          safe="They are safe on the server."
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : cards.length === 0 && hasNextPage && !isFetchNextPageError ? (
        <GridSkeleton label="Searching the annotations" />
      ) : isFirstUse ? (
        <NothingYet projectId={projectId} />
      ) : cards.length === 0 && !hasNextPage ? (
        <NothingFound onClear={() => address.setFilter([])} />
      ) : (
        <PatchGrid ref={grid} cards={cards} count={count} book={book} selection={selection} onRange={onRange} onOpen={open} />
      )}
      {isFetchNextPageError && (
        <ErrorPanel
          title="The next annotations could not be loaded"
          detail={sentenceOf(query.error, 'The server did not answer.')}
          onRetry={() => void fetchNextPage()}
        />
      )}
    </>
  )
}
