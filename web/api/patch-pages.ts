import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes all cached lists whose keys begin with `queryKey`. The change is repeated after each request under way, because the answer to
 * the next page of an infinite query brings back the earlier pages as they were when it began.
 */
export function patchPages<Pages>(client: QueryClient, queryKey: QueryKey, change: (pages: Pages) => Pages): void {
  const patch = (pages: Pages | undefined) => pages && change(pages)
  const underWay = client.getQueryCache().findAll({ queryKey, predicate: ({ state }) => state.fetchStatus !== 'idle' })
  client.setQueriesData<Pages>({ queryKey }, patch)
  for (const query of underWay)
    query.promise?.then(
      () => client.setQueryData<Pages>(query.queryKey, patch),
      () => {}
    )
}
