import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { serverReturned } from './lost-files.ts'

/** Address of the screen that was opened again last. Outside of the hook, as its page leaves and returns with the screen. */
let retried: string | null = null
let wasGone = false

/**
 * Opens a screen again whose files could not be fetched, as soon as the server answers. A browser that keeps the failure gets the whole page anew.
 * @returns `gone` while the server is awaited, `replaced` where it answers and lacks the files
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
