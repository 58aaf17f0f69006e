import { type ComponentType, lazy, Suspense } from 'react'

const nothing = () => ({ default: () => null })
const Cover = lazy<ComponentType<{ seed: string }>>(() =>
  import('./isobath-ground.tsx').then(({ IsobathCover }) => ({ default: IsobathCover }), nothing)
)
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

/** Cover of a project without a picture. It is drawn after the text beside it, because drawing takes up to 20 ms. */
export function LazyCover({ seed }: { seed: string }) {
  return (
    <Suspense fallback={null}>
      <Cover seed={seed} />
    </Suspense>
  )
}
