import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'

type RefetchType = NonNullable<InvalidateQueryFilters['refetchType']>

/**
 * Query client that fetches again what was invalidated during its first fetch. TanStack Query begins a new fetch only if the query has data and is
 * shown. Without that, an answer from before a change would count as fresh for minutes. The first answer is kept until the second arrives, so that
 * frequent changes do not keep a screen empty.
 */
export class FreshQueryClient extends QueryClient {
  /** Queries that were invalidated during a fetch that continues, with the kind of refetch. */
  readonly #outdated = new WeakMap<Query, RefetchType>()

  constructor(...config: ConstructorParameters<typeof QueryClient>) {
    super(...config)
    this.getQueryCache().subscribe(event => {
      if (event.type !== 'updated') return
      const { query, action } = event
      const refetchType = this.#outdated.get(query)
      if (refetchType === undefined) return
      if (action.type === 'fetch') this.#outdated.delete(query)
      else if (action.type === 'success' && !action.manual) {
        this.#outdated.delete(query)
        void super.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType })
      }
    })
  }

  override invalidateQueries<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions): Promise<void> {
    const refetchType = filters?.refetchType ?? filters?.type ?? 'active'
    for (const query of this.getQueryCache().findAll(filters))
      if (query.state.fetchStatus !== 'idle' && (refetchType !== 'none' || !this.#outdated.has(query)))
        this.#outdated.set(query, refetchType)
    return super.invalidateQueries(filters, options)
  }
}
