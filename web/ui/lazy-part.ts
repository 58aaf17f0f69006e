import { lazy } from 'react'

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** Number of failed loads in a row between which the server answers, after which the file counts as missing. */
const mostAnswers = 3

/** Lazily loaded part of a screen. If the network fails, loading is retried, so that the rest of the screen stays usable. */
export const lazyPart: typeof lazy = load => lazy(() => loadWhenPossible(load))

/**
 * Loads code, and retries until it has arrived or `end` is aborted.
 * @throws the failure of a load after three answers of the server, which lacks the file, for example after an update; the reason of `end`
 */
export async function loadWhenPossible<Code>(load: () => Promise<Code>, end?: AbortSignal): Promise<Code> {
  let answers = 0
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      return await load()
    } catch (error) {
      // The network may have returned just after a load failed, and a busy server refuses files before it refuses this question.
      answers = (await doesServerAnswer()) ? answers + 1 : 0
      if (answers === mostAnswers) throw error
      await new Promise(resolve => setTimeout(resolve, pause))
      end?.throwIfAborted()
    }
  }
}

/**
 * Loads code that a person is waiting for, until `end` is aborted.
 * @returns `missing` when the server answers but lacks the file, `late` when the code had not arrived at the end
 */
export function loadInTime(load: () => Promise<unknown>, end: AbortSignal): Promise<'loaded' | 'missing' | 'late'> {
  return new Promise(resolve => {
    end.addEventListener('abort', () => resolve('late'), { once: true })
    loadWhenPossible(load, end).then(
      () => resolve('loaded'),
      () => resolve('missing')
    )
  })
}

const doesServerAnswer = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false
  )
