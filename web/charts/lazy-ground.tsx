import { lazy, Suspense } from 'react'

const Ground = lazy(async () => ({ default: (await import('./isobath-ground.tsx')).IsobathGround }))

/** Isobath lines that load after the text in front of them. */
export function LazyGround({ seed }: { seed: string }) {
  return (
    <Suspense fallback={null}>
      <Ground seed={seed} />
    </Suspense>
  )
}
