import { call } from '../../api/call.ts'

/** Label that a person last used in a project, with the time of use in milliseconds since the Unix epoch. */
interface LastLabel {
  labelId: string
  at: number
}

const keyOf = (accountId: string, projectId: string) => `isobath.lastLabel.${accountId}.${projectId}`

/** Returns the id of the label that a person last used in a project in this browser. Null if there is none. */
export function readLastLabel(accountId: string, projectId: string): string | null {
  return read(accountId, projectId)?.labelId ?? null
}

export function keepLastLabel(accountId: string, projectId: string, labelId: string): void {
  try {
    localStorage.setItem(keyOf(accountId, projectId), JSON.stringify({ labelId, at: Date.now() } satisfies LastLabel))
  } catch {
    // If storage is unavailable, the choice lasts until the page is closed.
  }
}

/** Number of newest annotations to compare. If all have the same creation time, they come from an import or an example project. */
const mostAtOnce = 5

/**
 * Finds the label of the person's newest annotation. Returns null if a label was used later in this browser.
 * It also returns null if the newest annotations were imported, because nobody chose their labels one by one.
 */
export async function labelUsedElsewhere(accountId: string, projectId: string): Promise<string | null> {
  const query = { filter: `person.is.${accountId}`, sort: 'newest', limit: mostAtOnce } as const
  const { items } = await call('GET /projects/:projectId/annotations', { params: { projectId }, query })
  const [newest] = items
  if (items.length === mostAtOnce && items.every(({ createdAt }) => createdAt === newest?.createdAt)) return null
  const isNewer = newest && Date.parse(newest.createdAt) > (read(accountId, projectId)?.at ?? 0)
  return isNewer ? newest.labelId : null
}

function read(accountId: string, projectId: string): LastLabel | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(accountId, projectId)) ?? 'null')
    return kept && typeof kept === 'object' && 'labelId' in kept ? (kept as LastLabel) : null
  } catch {
    return null
  }
}
