import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFeature } from '../../api/capabilities.ts'
import { listenToServer } from '../../api/events.ts'
import { renewLabel } from './edits.ts'
import { labelKeys, refreshCatalog } from './queries.ts'

/** Delay that combines changes in quick succession into one refetch, in milliseconds. */
const settleMs = 600

/**
 * Keeps the catalog up to date while others edit it. A few changed labels are refetched one by one. After many changes, the whole tree is
 * refetched.
 */
export function useFollowedCatalog(projectId: string): void {
  const client = useQueryClient()
  const hasEvents = useFeature('events')
  useEffect(() => {
    if (!hasEvents) return
    let timer: ReturnType<typeof setTimeout> | null = null
    let changed: Set<string> | 'many' = new Set()
    const renew = () => {
      timer = null
      const ids = changed
      changed = new Set()
      if (ids === 'many') void refreshCatalog(client, projectId)
      else for (const id of ids) void renewLabel(client, projectId, id)
    }
    const note = (labelId: string | undefined) => {
      if (!labelId || changed === 'many' || changed.size > 20) changed = 'many'
      else changed.add(labelId)
      timer ??= setTimeout(renew, settleMs)
    }
    const stop = listenToServer(
      event => {
        if (event.type !== 'changed' || event.projectId !== projectId) return
        if (event.noun === 'labels') note(event.labelId)
        // counts are refetched the next time they are shown
        else if (event.noun === 'annotations') void client.invalidateQueries({ queryKey: labelKeys.all, refetchType: 'none' })
      },
      () => note(undefined)
    )
    return () => {
      stop()
      if (timer) clearTimeout(timer)
    }
  }, [client, projectId, hasEvents])
}
