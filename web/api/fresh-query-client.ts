import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'

type RefetchType = NonNullable<InvalidateQueryFilters['refetchType']>

/**
 * Query client that fetches again what changed during a fetch: a query that was invalidated during its first fetch, and one whose data were set
 * during any. TanStack Query begins a new fetch only after an invalidation, and only if the query has data and is shown. Without that, an answer from
 * before a change would count as fresh for minutes. The first answer is kept until the second arrives, so that frequent changes do not keep a screen
 * empty. Data set in the pages of an infinite query cause no fetch, because that would fetch all pages: see `patchPages`.
 */
export class FreshQueryClient extends QueryClient {
  /** Queries that changed during a fetch that continues, with the kind of refetch. */
  readonly #outdated = new WeakMap<Query, RefetchType>()

  constructor(...config: ConstructorParameters<typeof QueryClient>) {
    super(...config)
    this.getQueryCache().subscribe(event => {
      if (event.type !== 'updated') return
      const { query, action } = event
      if (action.type === 'success' && action.manual) {
        const isPaged = query.options.behavior !== undefined
        if (!isPaged) this.#mark(query, 'active')
      } else if (action.type === 'fetch') this.#outdated.delete(query)
      else if (action.type === 'success') this.#renew(query)
    })
  }

  override invalidateQueries<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions): Promise<void> {
    const refetchType = filters?.refetchType ?? filters?.type ?? 'active'
    for (const query of this.getQueryCache().findAll(filters)) this.#mark(query, refetchType)
    return super.invalidateQueries(filters, options)
  }

  #mark(query: Query, refetchType: RefetchType): void {
    const isUnderWay = query.state.fetchStatus !== 'idle'
    if (isUnderWay && (refetchType !== 'none' || !this.#outdated.has(query))) this.#outdated.set(query, refetchType)
  }

  #renew(query: Query): void {
    const refetchType = this.#outdated.get(query)
    if (refetchType === undefined) return
    this.#outdated.delete(query)
    void super.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType })
  }
}
