import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { listenToServer } from '../../api/events.ts'

export interface Present {
  id: string
  name: string
}

/** Interval between presence messages, in milliseconds. A person counts as gone after more than two intervals without a message. */
const announceEveryMs = 20_000
const goneAfterMs = 45_000

/** Returns the other people on this image, and announces this person's presence to them. */
export function usePresence(mediaId: string, me: string): readonly Present[] {
  const [others, setOthers] = useState<readonly (Present & { seenAt: number })[]>([])
  useEffect(() => {
    setOthers([])
    const announce = (here: boolean) => {
      call('POST /media/:mediaId/presence', { params: { mediaId }, json: { here } }).catch(() => {}) // offline: no other people are shown
    }
    announce(true)
    const stop = listenToServer(event => {
      if (event.type !== 'presence' || event.mediaId !== mediaId || event.person.id === me) return
      const { person, here } = event
      setOthers(before => {
        if (here && !before.some(({ id }) => id === person.id)) announce(true) // so that the new arrival sees this person immediately
        const rest = before.filter(({ id }) => id !== person.id)
        return here ? [...rest, { ...person, seenAt: Date.now() }] : rest
      })
    })
    const timer = setInterval(() => {
      announce(true)
      setOthers(before => before.filter(({ seenAt }) => Date.now() - seenAt < goneAfterMs))
    }, announceEveryMs)
    return () => {
      clearInterval(timer)
      stop()
      announce(false)
    }
  }, [mediaId, me])
  return others
}
