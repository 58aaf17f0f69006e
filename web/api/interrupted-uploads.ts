/** Time for which the server keeps an unfinished upload: about a day. */
const keptMs = 24 * 3_600_000

interface Stored {
  metadata?: { filename?: string }
  creationTime?: string
}

/** Lists the file names of unfinished uploads whose fingerprint starts with the given text. */
export const interruptedUploads = (start: string): string[] => entries(start).flatMap(([, stored]) => stored.metadata?.filename ?? [])

/** Forgets the unfinished uploads whose fingerprint starts with the given text. The server deletes them after a day. */
export function forgetInterrupted(start: string): void {
  for (const [key] of entries(start)) localStorage.removeItem(key)
}

/** Entries of tus-js-client. Its keys are `tus::` + the fingerprint + `::` + a number. */
function entries(start: string): [string, Stored][] {
  try {
    return Object.keys(localStorage)
      .filter(key => key.startsWith(`tus::${start}`))
      .map((key): [string, Stored] => [key, JSON.parse(localStorage.getItem(key) ?? '{}')])
      .filter(([, { creationTime }]) => Date.now() - new Date(creationTime ?? 0).getTime() < keptMs)
  } catch {
    return [] // storage is forbidden, or the entry is not ours
  }
}
