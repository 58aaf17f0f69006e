import { type ComponentType, lazy, Suspense, useState } from 'react'
import { loadWhenPossible } from './lazy-part.ts'

/**
 * A part whose code is loaded ahead, by `loadAhead` or with the first use. Once the code is there, the part renders at once. A lazy component would
 * render one task later, and lose the keys that are pressed until then.
 */
export function partAhead<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<{ default: ComponentType<Props> }> | undefined

  function loadAhead(): Promise<{ default: ComponentType<Props> }> {
    loading ??= loadWhenPossible(load).then(part => {
      Loaded = part
      return { default: part }
    })
    return loading
  }
  const Lazy = lazy(loadAhead)

  function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return (
      <Suspense fallback={null}>
        <Shown {...props} />
      </Suspense>
    )
  }
  return { Part, loadAhead: () => void loadAhead().catch(() => {}) } // a part in use shows the failure
}
