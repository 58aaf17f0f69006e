import { useEffect, useState } from 'react'
import { loadPopups } from '../ui/popup-parts.ts'
import { whenIdle } from '../ui/when-idle.ts'

/** Maximum time in milliseconds during which the first screen has the network and the processor to itself. */
const patienceMs = 2_000

let wasIdle = false
let waiting: Promise<void> | undefined

function untilIdle(): Promise<void> {
  waiting ??= whenIdle(patienceMs).then(() => {
    wasIdle = true
    loadPopups()
  })
  return waiting
}

/** Returns true once the page has been idle. At that moment, the code of menus and panels is loaded too. */
export function useRest(): boolean {
  const [isRested, setRested] = useState(wasIdle)
  useEffect(() => {
    void untilIdle().then(() => setRested(true))
  }, [])
  return isRested
}
