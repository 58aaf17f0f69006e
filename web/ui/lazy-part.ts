import { lazy } from 'react'

const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Lazily loaded part of a screen. If the network fails, loading is retried, so that the rest of the screen stays usable. */
export const lazyPart: typeof lazy = load => lazy(() => loadWhenPossible(load))

/**
 * Loads code, and retries until it has arrived.
 * @throws the second failure when the server answers but lacks the file, for example after an update
 */
export async function loadWhenPossible<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      return await load()
    } catch (error) {
      if (pause > firstPauseMs && (await doesServerAnswer())) throw error
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}

const doesServerAnswer = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false
  )
