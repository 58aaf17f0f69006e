import { type ComponentType, lazy, Suspense } from 'react'

const nothing = () => ({ default: () => null })
const Ground = lazy<ComponentType<{ seed: string }>>(() =>
  import('./isobath-ground.tsx').then(({ IsobathGround }) => ({ default: IsobathGround }), nothing)
)

/** Isobaths that load after the text in front of them. If they fail to load, the text is still shown. */
export function LazyGround({ seed }: { seed: string }) {
  return (
    <Suspense fallback={null}>
      <Ground seed={seed} />
    </Suspense>
  )
}
