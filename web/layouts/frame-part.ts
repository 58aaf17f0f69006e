import { lazy } from 'react'

const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Lazy part of the frame. A failed load is retried until it succeeds, so that a lost network breaks no other part. */
export const framePart: typeof lazy = load =>
  lazy(async () => {
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        return await load()
      } catch {
        await new Promise(resolve => setTimeout(resolve, pause))
      }
    }
  })
