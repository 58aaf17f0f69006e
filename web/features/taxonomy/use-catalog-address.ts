import { useCallback, useMemo } from 'react'
import { useNewestParams } from '../../ui/use-newest-params.ts'
import type { TableSort } from './grid/rows.ts'

export interface CatalogAddress {
  search: string
  favouritesOnly: boolean
  view: 'tree' | 'table'
  /** Label that is open beside the list. */
  labelId: string | null
  /** Version of the catalog that a citation links to. */
  versionId: string | null
  /** Import whose labels are listed; null for all labels. */
  importId: string | null
  sort: TableSort
  descending: boolean
}

const sorts: readonly string[] = ['name', 'rank', 'status', 'annotations']

/** Returns the state of the catalog in the URL, and a function that changes it. */
export function useCatalogAddress(): [CatalogAddress, (change: Partial<CatalogAddress>) => void] {
  const [params, change] = useNewestParams()
  const address = useMemo<CatalogAddress>(() => {
    const sort = params.get('sort')?.replace(/^-/, '') ?? 'name'
    return {
      search: params.get('search') ?? '',
      favouritesOnly: params.get('favourites') === 'only',
      view: params.get('view') === 'table' ? 'table' : 'tree',
      labelId: params.get('label'),
      versionId: params.get('version'),
      importId: params.get('import'),
      sort: (sorts.includes(sort) ? sort : 'name') as TableSort,
      descending: params.get('sort')?.startsWith('-') ?? false
    }
  }, [params])

  const set = useCallback(
    (part: Partial<CatalogAddress>) =>
      void change(next => {
        if (part.search !== undefined) write(next, 'search', part.search)
        if (part.favouritesOnly !== undefined) write(next, 'favourites', part.favouritesOnly ? 'only' : '')
        if (part.view !== undefined) write(next, 'view', part.view === 'tree' ? '' : part.view)
        if (part.labelId !== undefined) write(next, 'label', part.labelId ?? '')
        if (part.versionId !== undefined) write(next, 'version', part.versionId ?? '')
        if (part.importId !== undefined) write(next, 'import', part.importId ?? '')
        if (part.sort !== undefined) {
          const sort = `${part.descending ? '-' : ''}${part.sort}`
          write(next, 'sort', sort === 'name' ? '' : sort)
        }
      }),
    [change]
  )
  return [address, set]
}

function write(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name)
  else params.set(name, value)
}
