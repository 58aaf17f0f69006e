import { type ComponentType, lazy, Suspense } from 'react'

const nothing = () => ({ default: () => null })
const Ground = lazy<ComponentType<{ seed: string }>>(() =>
  import('./isobath-ground.tsx').then(({ IsobathGround }) => ({ default: IsobathGround }), nothing)
)

/** Isobath lines that load after the text in front of them. Without a network they are missing, and the text stays. */
export function LazyGround({ seed }: { seed: string }) {
  return (
    <Suspense fallback={null}>
      <Ground seed={seed} />
    </Suspense>
  )
}
