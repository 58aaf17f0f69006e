/// <reference lib="webworker" />

export type TileQuestion = { id: number; address: string; headers: Record<string, string> } | { id: number; giveUp: true }
/** Answer to a request. `bitmap` is null when the tile could not be fetched or decoded in the worker. */
export interface TileAnswer {
  id: number
  bitmap: ImageBitmap | null
}

const underWay = new Map<number, AbortController>()

/** Fetches and decodes pictures off the main thread. */
addEventListener('message', ({ data: questions }: MessageEvent<TileQuestion[]>) => {
  for (const question of questions) {
    if ('giveUp' in question) underWay.get(question.id)?.abort()
    else void answer(question)
  }
})

async function answer({ id, address, headers }: Exclude<TileQuestion, { giveUp: true }>): Promise<void> {
  const giveUp = new AbortController()
  underWay.set(id, giveUp)
  try {
    const response = await fetch(address, { headers, credentials: 'same-origin', signal: giveUp.signal })
    if (!response.ok) throw new Error(String(response.status))
    const bitmap = await createImageBitmap(await response.blob())
    postMessage({ id, bitmap } satisfies TileAnswer, [bitmap])
  } catch {
    postMessage({ id, bitmap: null } satisfies TileAnswer)
  }
  underWay.delete(id)
}
