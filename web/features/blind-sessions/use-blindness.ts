import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listenToServer } from '../../api/events.ts'
import { type AnnotationSession, renewSessions, sessionsOf } from './queries.ts'

/** Longest delay of a browser timer. */
const longestWaitMs = 2 ** 31 - 1

/**
 * The running session in which this person works blind, if there is one. When it changes, every cached answer is read again.
 * `key` changes with it, for screens that keep server data in their own state.
 */
export function useBlindness(projectId: string): { session: AnnotationSession | null; key: string } {
  const client = useQueryClient()
  const { data: sessions } = useQuery(sessionsOf(projectId))
  const [now, setNow] = useState(Date.now)
  const own = sessions?.filter(({ isMember }) => isMember) ?? []
  const running = own.filter(({ startsAt, endsAt }) => Date.parse(startsAt) <= now && now < Date.parse(endsAt))
  const key = running.map(({ id, imageCount }) => `${id} ${imageCount}`).join(' ')
  const turns = own.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)]).filter(at => at > now)
  const next = turns.length > 0 ? Math.min(...turns) : null

  useEffect(() => {
    if (next === null) return
    const wait = setTimeout(
      () => {
        setNow(Date.now())
        void renewSessions(client, projectId)
      },
      Math.min(longestWaitMs, next - Date.now() + 250)
    )
    return () => clearTimeout(wait)
  }, [client, next, projectId])

  useEffect(
    () =>
      listenToServer(
        event => {
          if (event.type !== 'changed' || event.noun !== 'annotations' || event.projectId !== projectId || event.mediaId) return
          setNow(Date.now())
          void renewSessions(client, projectId)
        },
        () => void renewSessions(client, projectId)
      ),
    [client, projectId]
  )

  const isKnown = sessions !== undefined
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (!isKnown) return
    if (known.current !== null && known.current !== key) {
      client.removeQueries({ type: 'inactive' })
      void client.invalidateQueries()
    }
    known.current = key
  }, [client, isKnown, key])
  return { session: running[0] ?? null, key }
}
