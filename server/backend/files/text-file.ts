import { open } from 'node:fs/promises'

const pieceLength = 256 * 1024

/** Writes text to a file as it is generated. */
export async function writeText(path: string, parts: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const file = await textFile(path)
  try {
    for await (const part of parts) if (file.isFull(part)) await file.flush()
  } finally {
    await file.close()
  }
}

/** Opens a text file that is written part by part through a buffer. */
export async function textFile(path: string) {
  const file = await open(path, 'w', 0o600)
  let held: string[] = []
  let length = 0

  async function flush(): Promise<void> {
    if (length === 0) return
    const text = held.join('')
    held = []
    length = 0
    await file.writeFile(text)
  }

  return {
    /** Adds a part to the buffer. @returns whether the buffer is full, so that `flush` must be called */
    isFull(part: string): boolean {
      held.push(part)
      length += part.length
      return length >= pieceLength
    },
    flush,
    async close(): Promise<void> {
      try {
        await flush()
      } finally {
        await file.close()
      }
    }
  }
}
