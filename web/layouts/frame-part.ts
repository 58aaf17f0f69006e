import { lazy } from 'react'

const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** A part of the frame that comes when it can: it is asked for again until it is there, and a lost network takes nothing else with it. */
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
