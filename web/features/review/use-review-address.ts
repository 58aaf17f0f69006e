import { useCallback, useMemo } from 'react'
import { type Filter, formatFilter } from '../../../shared/filters.ts'
import { readFilter } from '../../annotation/filter/read-filter.ts'
import { useNewestParams } from '../../ui/use-newest-params.ts'
import type { ReviewSort, ReviewView } from './queries.ts'
import { texts } from './texts.ts'

export const sorts = (Object.keys(texts.bar.sorts) as ReviewSort[]).map(value => ({ value, label: texts.bar.sorts[value] }))

export interface ReviewAddress {
  view: ReviewView
  filter: Filter
  /** Error that keeps the URL's filter from being applied; null if there is none. */
  problem: string | null
  setFilter: (filter: Filter) => void
  setSort: (sort: ReviewSort) => void
}

/** Keeps the filter and order of Review in the URL. */
export function useReviewAddress(): ReviewAddress {
  const [params, write] = useNewestParams()
  const text = params.get('filter') ?? ''
  const sort = sorts.find(({ value }) => value === params.get('sort'))?.value ?? 'newest'
  const { filter, problem } = useMemo(() => readFilter(text), [text])
  const view = useMemo(() => ({ filter: problem ? '' : text, sort }), [problem, text, sort])
  const put = useCallback(
    (name: string, value: string) =>
      void write(
        next => {
          if (value === '') next.delete(name)
          else next.set(name, value)
        },
        { replace: false }
      ),
    [write]
  )
  return {
    view,
    filter,
    problem,
    setFilter: useCallback((next: Filter) => put('filter', formatFilter(next)), [put]),
    setSort: useCallback((next: ReviewSort) => put('sort', next === 'newest' ? '' : next), [put])
  }
}
