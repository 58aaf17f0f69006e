import { useEffect, useState } from 'react'

/**
 * Keeps the folded groups of the list, and the group row that the arrow keys have reached.
 * @param selected id of the only selected annotation; the arrow keys then continue from it
 */
export function useFolds(selected: string | undefined) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [onGroup, setOnGroup] = useState<string | null>(null)
  useEffect(() => {
    if (selected) setOnGroup(null)
  }, [selected])

  function fold(key: string, isFolded: boolean) {
    const next = new Set(folded)
    if (isFolded) next.add(key)
    else next.delete(key)
    setFolded(next)
  }

  return { folded, fold, onGroup, setOnGroup }
}
