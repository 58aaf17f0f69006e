import { useCallback, useEffect, useMemo, useState } from 'react'
import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { useUser } from '../api/session-context.ts'
import { digits, type KeptKeys, type LabelKeys, numberKeys } from './number-keys.ts'

/** Number keys of a person in a project, the keys that the person chose, and a setter. A null digit removes the key of a label. */
export function useNumberKeys(
  projectId: string,
  labels: readonly OutlineLabel[]
): [keys: LabelKeys, own: LabelKeys, give: (labelId: string, digit: number | null) => void] {
  const { id: accountId } = useUser()
  const storageKey = `isobath.numberKeys.${accountId}.${projectId}`
  const [kept, setKept] = useState(() => read(storageKey))
  useEffect(() => {
    // written by another tab
    const follow = ({ key }: StorageEvent) => key === storageKey && setKept(read(storageKey))
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [storageKey])
  const { keys, automatic } = useMemo(() => numberKeys(labels, kept), [labels, kept])
  useEffect(() => {
    if (digits.every(digit => kept.automatic[digit] === automatic[digit])) return
    write(storageKey, { ...kept, automatic })
    setKept(before => ({ ...before, automatic }))
  }, [storageKey, kept, automatic])
  const give = useCallback(
    (labelId: string, digit: number | null) =>
      setKept(before => {
        const others = Object.entries(before.own).filter(([, id]) => id !== labelId)
        const next = { ...before, own: { ...Object.fromEntries(others), ...(digit !== null && { [digit]: labelId }) } }
        write(storageKey, next)
        return next
      }),
    [storageKey]
  )
  return [keys, kept.own, give]
}

const none: KeptKeys = { own: {}, automatic: {} }

function read(storageKey: string): KeptKeys {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return kept && typeof kept === 'object' ? { ...none, ...kept } : none
  } catch {
    return none
  }
}

function write(storageKey: string, kept: KeptKeys): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // without storage, the keys last until the page is closed
  }
}
