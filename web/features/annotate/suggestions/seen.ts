/** Label that was last suggested for each annotation of an image. */
export type SeenLabels = ReadonlyMap<string, string>

const keyOf = (accountId: string, mediaId: string) => `isobath.seen-suggestions.${accountId}.${mediaId}`

/** Labels that a person saw in this tab, by key. They survive a reload of the tab, unless storage is unavailable or full. */
const kept = new Map<string, SeenLabels>()

/** Returns the last suggested label that this person saw in this tab for each annotation of an image. */
export function seenLabels(accountId: string, mediaId: string): SeenLabels {
  const key = keyOf(accountId, mediaId)
  const known = kept.get(key) ?? stored(key)
  kept.set(key, known)
  return known
}

/** Keeps the labels that a person sees now. */
export function keepSeen(accountId: string, mediaId: string, shown: Iterable<readonly [annotationId: string, labelId: string]>): void {
  const before = seenLabels(accountId, mediaId)
  const fresh = [...shown].filter(([annotationId, labelId]) => before.get(annotationId) !== labelId)
  if (fresh.length === 0) return
  const key = keyOf(accountId, mediaId)
  const all = new Map([...before, ...fresh])
  kept.set(key, all)
  try {
    sessionStorage.setItem(key, JSON.stringify([...all]))
  } catch {
    // If storage is unavailable or full, the labels last until the page is reloaded.
  }
}

function stored(key: string): SeenLabels {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, string][])
  } catch {
    return new Map()
  }
}
