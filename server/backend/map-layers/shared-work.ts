interface Work<Result> {
  result: Promise<Result>
  giveUp: AbortController
  waiting: number
}

/**
 * Shares work among callers that wait for the same result. The work is aborted once the last caller has gone.
 * @returns a function that waits for the work of a key, and starts it unless it is under way. `signal` is aborted when its caller has gone. For a
 * caller that has already gone, no work is started, and the abort reason is thrown.
 */
export function sharedWork<Result>() {
  const underWay = new Map<string, Work<Result>>()

  function begin(key: string, start: (giveUp: AbortSignal) => Promise<Result>): Work<Result> {
    const giveUp = new AbortController()
    const work: Work<Result> = { result: start(giveUp.signal), giveUp, waiting: 0 }
    underWay.set(key, work)
    return work
  }

  function end(key: string, work: Work<Result>): void {
    if (underWay.get(key) === work) underWay.delete(key)
  }

  return async (key: string, signal: AbortSignal, start: (giveUp: AbortSignal) => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted()
    const work = underWay.get(key) ?? begin(key, start)
    work.waiting++
    const leave = () => {
      work.waiting--
      if (work.waiting > 0) return
      end(key, work)
      work.giveUp.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await work.result
    } finally {
      signal.removeEventListener('abort', leave)
      end(key, work)
    }
  }
}
