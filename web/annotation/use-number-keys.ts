import { useEffect, useMemo, useState } from 'react'
import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { useUser } from '../api/session-context.ts'
import { keptKeysItem, readKeptKeys, writeKeptKeys } from './kept-keys.ts'
import { digits, type LabelKeys, numberKeys } from './number-keys.ts'

/** Number keys of a person in a project. Automatic keys are stored in this browser, so that they stay with their labels. */
export function useNumberKeys(projectId: string, labels: readonly OutlineLabel[]): LabelKeys {
  const { id: accountId } = useUser()
  const item = keptKeysItem(accountId, projectId)
  const [kept, setKept] = useState(() => readKeptKeys(item).automatic)
  useEffect(() => {
    // another tab may change the stored keys
    const follow = ({ key }: StorageEvent) => key === item && setKept(readKeptKeys(item).automatic)
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [item])
  const { keys, automatic } = useMemo(() => numberKeys(labels, kept), [labels, kept])
  useEffect(() => {
    if (digits.every(digit => kept[digit] === automatic[digit])) return
    writeKeptKeys(item, { automatic })
    setKept(automatic)
  }, [item, kept, automatic])
  return keys
}
