import { useEffect, useEffectEvent } from 'react'
import type { api } from '../../shared/nouns.ts'
import { useFeature } from './capabilities.ts'
import { listenToServer } from './events.ts'

type Noun = keyof typeof api | 'labels'

/** Time in milliseconds for which changes are collected before one refetch. */
const settleMs = 600

/** Calls `renew` after other members change objects of a project, and when a change may have been missed. */
export function useChanges(projectId: string, noun: Noun, renew: () => void): void {
  const hasEvents = useFeature('events')
  const renewNow = useEffectEvent(renew)
  useEffect(() => {
    if (!hasEvents) return
    let timer: ReturnType<typeof setTimeout> | null = null
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = null
        renewNow()
      }, settleMs)
    }
    const stop = listenToServer(event => {
      if (event.type === 'changed' && event.noun === noun && event.projectId === projectId) soon()
    }, soon)
    return () => {
      stop()
      if (timer) clearTimeout(timer)
    }
  }, [projectId, noun, hasEvents])
}
