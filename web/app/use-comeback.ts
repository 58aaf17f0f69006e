import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { serverReturned } from './lost-files.ts'

/** Address of the last screen that was reopened. It is kept outside the hook, because the screen is unmounted and mounted again. */
let retried: string | null = null
let wasGone = false

/**
 * Reopens a screen with missing files as soon as the server answers. If reopening fails after an outage, the whole page is reloaded, because
 * a browser may cache the failure.
 * @returns `gone` while the server does not answer, `replaced` when the server answers but lacks the files; otherwise null
 */
export function useComeback(isLost: boolean): 'gone' | 'replaced' | null {
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<'gone' | 'replaced' | null>(null)
  useEffect(() => {
    if (!isLost) return
    const left = new AbortController()

    async function comeBack() {
      const isComplete = await serverReturned(left.signal, () => {
        wasGone = true
        setState('gone')
      })
      if (left.signal.aborted) return
      if (isComplete && retried !== location.href) {
        retried = location.href
        await revalidate()
        if (left.signal.aborted) return
      }
      if (wasGone) location.reload()
      else setState('replaced')
    }

    void comeBack()
    return () => left.abort()
  }, [isLost, revalidate])
  return isLost ? state : null
}
