import { setImmediate as nextTurn } from 'node:timers/promises'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { forgetRemovedMedia } from '../projects/media-ledger.ts'
import type { BlobFacts, Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import { filesAreOurs } from './files-identity.ts'
import { namedAmong } from './named-blobs.ts'

/** Number of days that a file stays in the trash. */
export const trashDays = 7
/** Age at which the transaction that wrote a blob must have ended. */
const settledAfterMs = 24 * 3_600_000
/** Maximum number of unused files moved without confirmation. More than that, or a larger fraction of all files, may indicate the wrong database. */
const mostUnasked = 1_000
const mostShareUnasked = 0.01

export interface Amount {
  files: number
  bytes: number
}

export interface Swept {
  /** Files moved to the trash. */
  moved: Amount
  /** Unused files that need confirmation, because there are too many. */
  waiting: Amount
  /** Number of examined files. */
  examined: number
  /** Number of files deleted from the trash. */
  removed: number
  /** Number of files restored from the trash, because a row uses them again. */
  broughtBack: number
}

const nothing = (): Amount => ({ files: 0, bytes: 0 })

/** Deletes the rows of media that were removed more than 30 days ago, in batches. */
export async function forgetMediaRemovedLongAgo(db: Database): Promise<void> {
  const before = timestamp(Date.now() - restoreWindowDays * 86_400_000)
  while (await forgetRemovedMedia(db, before)) await nextTurn()
}

/**
 * Moves unused files to the trash, and deletes files that have been in the trash for 7 days. A file in use is never lost: writing or reading it
 * restores it from the trash. Before a file is deleted, its use is checked again.
 * @param confirmed whether an operator approved the number of files
 */
export async function sweepFiles(db: Database, blobs: Blobs, { confirmed = false } = {}): Promise<Swept> {
  if (!(await filesAreOurs(db, blobs))) throw new Error('the files belong to another database, so no files were moved')
  const { unused, examined } = await unusedFiles(db, blobs)
  const waits = !confirmed && isMany(unused, examined)
  const moved = waits ? nothing() : await moveUnused(db, blobs)
  return { moved, waiting: waits ? unused : nothing(), examined, ...(await emptyTrash(db, blobs)) }
}

const isMany = ({ files }: Amount, all: number) => files > mostUnasked || files > all * mostShareUnasked

/** Returns the total of the unused files that are old enough to move, and the number of all examined files. */
export async function unusedFiles(db: Database, blobs: Blobs): Promise<{ unused: Amount; examined: number }> {
  const unused = nothing()
  let examined = 0
  for await (const names of blobs.pages()) {
    examined += names.length
    for (const { sizeBytes } of await unusedAmong(db, blobs, names)) {
      unused.files += 1
      unused.bytes += sizeBytes
    }
  }
  return { unused, examined }
}

async function moveUnused(db: Database, blobs: Blobs): Promise<Amount> {
  const moved = nothing()
  for await (const names of blobs.pages()) {
    const unused = await unusedAmong(db, blobs, names)
    await blobs.discard(unused.map(({ sha256 }) => sha256))
    moved.files += unused.length
    moved.bytes += unused.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }
  return moved
}

async function unusedAmong(db: Database, blobs: Blobs, names: string[]): Promise<BlobFacts[]> {
  const named = await namedAmong(db, names)
  const facts = await blobs.factsOf(names.filter(name => !named.has(name)))
  return facts.filter(({ sinceMs }) => Date.now() - sinceMs >= settledAfterMs)
}

async function emptyTrash(db: Database, blobs: Blobs): Promise<{ removed: number; broughtBack: number }> {
  let removed = 0
  let broughtBack = 0
  for await (const page of blobs.trash.pages()) {
    const named = await namedAmong(
      db,
      page.map(({ sha256 }) => sha256)
    )
    broughtBack += await blobs.trash.bringBack([...named])
    const over = page.filter(({ sha256, sinceMs }) => !named.has(sha256) && Date.now() - sinceMs >= trashDays * 86_400_000)
    await blobs.trash.remove(over.map(({ sha256 }) => sha256))
    removed += over.length
  }
  return { removed, broughtBack }
}
