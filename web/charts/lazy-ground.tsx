import { lazy, Suspense } from 'react'

const Ground = lazy(async () => ({ default: (await import('./isobath-ground.tsx')).IsobathGround }))

/** Isobath lines that arrive after the words they stand behind. */
export function LazyGround({ seed }: { seed: string }) {
  return (
    <Suspense fallback={null}>
      <Ground seed={seed} />
    </Suspense>
  )
}
