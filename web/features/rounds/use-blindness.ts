import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listenToServer } from '../../api/events.ts'
import { type AnnotationSession, renewRounds, roundsOf } from './queries.ts'

/** Maximum delay of a browser timer. */
const longestWaitMs = 2 ** 31 - 1

/**
 * Returns the running round in which this person works blind, if any. When the round or its image count changes, cached answers for hidden
 * screens are discarded. All other answers are refetched. `key` changes at the same time, for screens that keep server data in their own state.
 */
export function useBlindness(projectId: string): { round: AnnotationSession | null; key: string } {
  const client = useQueryClient()
  const { data: rounds } = useQuery(roundsOf(projectId))
  const [now, setNow] = useState(Date.now)
  const own = rounds?.filter(({ isMember }) => isMember) ?? []
  const running = own.filter(({ startsAt, endsAt }) => Date.parse(startsAt) <= now && now < Date.parse(endsAt))
  const key = running.map(({ id, imageCount }) => `${id} ${imageCount}`).join(' ')
  const turns = own.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)]).filter(at => at > now)
  const next = turns.length > 0 ? Math.min(...turns) : null

  useEffect(() => {
    if (next === null) return
    const wait = setTimeout(
      () => {
        setNow(Date.now())
        void renewRounds(client, projectId)
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
          void renewRounds(client, projectId)
        },
        () => void renewRounds(client, projectId)
      ),
    [client, projectId]
  )

  const isKnown = rounds !== undefined
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (!isKnown) return
    if (known.current !== null && known.current !== key) {
      client.removeQueries({ type: 'inactive' })
      void client.invalidateQueries()
    }
    known.current = key
  }, [client, isKnown, key])
  return { round: running[0] ?? null, key }
}
