import { useCallback } from 'react'
import type { ProjectListQuery } from '../../../shared/contracts/projects.ts'
import { useNewestParams } from '../../ui/use-newest-params.ts'

export interface ProjectView {
  search: string
  sort: NonNullable<ProjectListQuery['sort']>
  layout: 'table' | 'cards'
  deleted: boolean
}

const layoutKey = 'isobath.projects-layout'

/** Search, order and layout of the projects list, stored in the URL. The last layout is also stored in the browser. */
export function useProjectView() {
  const [params, write] = useNewestParams()
  const sort = params.get('sort')
  const layout = params.get('layout') ?? localStorage.getItem(layoutKey)
  const view: ProjectView = {
    search: params.get('search') ?? '',
    sort: sort === 'title' || sort === 'created' ? sort : 'modified',
    layout: layout === 'table' ? 'table' : 'cards',
    deleted: params.get('deleted') === 'true'
  }
  const change = useCallback(
    (part: Partial<ProjectView>) => {
      if (part.layout) localStorage.setItem(layoutKey, part.layout)
      write(
        next => {
          for (const [name, value] of Object.entries(part)) {
            if (value === '' || value === false) next.delete(name)
            else next.set(name, String(value))
          }
        },
        { replace: part.deleted === undefined, preventScrollReset: false }
      )
    },
    [write]
  )
  return { view, change }
}
