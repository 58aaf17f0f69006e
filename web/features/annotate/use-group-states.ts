import { useMemo, useState } from 'react'

const none: ReadonlySet<string> = new Set()

export interface GroupStates {
  /** Ids of labels whose annotations are not drawn. The empty string stands for annotations without a label. */
  hidden: ReadonlySet<string>
  /** Ids of labels whose annotations cannot be changed. The empty string stands for annotations without a label. */
  locked: ReadonlySet<string>
  toggleHidden: (key: string) => void
  toggleLocked: (key: string) => void
}

/** Keeps the hidden and locked labels for all images until the screen is closed. */
export function useGroupStates(): GroupStates {
  const [hidden, setHidden] = useState(none)
  const [locked, setLocked] = useState(none)
  return useMemo(
    () => ({
      hidden,
      locked,
      toggleHidden: key => setHidden(before => toggled(before, key)),
      toggleLocked: key => setLocked(before => toggled(before, key))
    }),
    [hidden, locked]
  )
}

const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
