import { useCallback, useEffect, useRef, useState } from 'react'
import type { NameCheck } from '../../../../shared/contracts/worms.ts'
import { checkNames } from './queries.ts'

export interface NameCheckRun {
  state: 'ready' | 'running' | 'stopped' | 'done'
  checks: readonly NameCheck[]
  checkedCount: number
  totalCount: number
  /** Error that stopped the check. */
  error: unknown
}

const ready: NameCheckRun = { state: 'ready', checks: [], checkedCount: 0, totalCount: 0, error: null }

/** Compares the names of a catalog with WoRMS in batches. A stopped check resumes with the batch in which it was stopped. */
export function useNameCheck(projectId: string) {
  const [run, setRun] = useState<NameCheckRun>(ready)
  const cursor = useRef<string | null>(null)
  const work = useRef<AbortController | null>(null)
  useEffect(() => () => work.current?.abort(), [])

  const goOn = useCallback(
    async (every: boolean) => {
      work.current?.abort()
      const giveUp = new AbortController()
      work.current = giveUp
      setRun(before => ({ ...before, state: 'running', error: null }))
      try {
        do {
          const answer = await checkNames(projectId, { every, ...(cursor.current !== null && { cursor: cursor.current }) }, giveUp.signal)
          if (giveUp.signal.aborted) return
          cursor.current = answer.nextCursor
          setRun(before => ({
            state: answer.nextCursor === null ? 'done' : 'running',
            checks: [...before.checks, ...answer.checks],
            checkedCount: before.checkedCount + answer.checkedCount,
            totalCount: answer.totalCount,
            error: null
          }))
        } while (cursor.current !== null)
      } catch (error) {
        if (!giveUp.signal.aborted) setRun(before => ({ ...before, state: 'stopped', error }))
      }
    },
    [projectId]
  )

  return {
    run,
    goOn,
    start: useCallback(
      (every: boolean) => {
        cursor.current = null
        setRun(ready)
        void goOn(every)
      },
      [goOn]
    ),
    stop: useCallback(() => {
      work.current?.abort()
      setRun(before => ({ ...before, state: 'stopped' }))
    }, [])
  }
}
