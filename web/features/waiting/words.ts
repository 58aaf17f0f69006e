import type { OutboxStatus } from '../../sync/outbox-status.ts'
import { formatCount } from '../../ui/format.ts'

const edits = (count: number) => formatCount(count, 'edit', 'edits')

/** How many edits are not on the server, and why, in one line; null when there are none. */
export function waitingWords({ waiting, refused, unkept, offline, failure }: OutboxStatus): string | null {
  if (refused.length > 0) return `${edits(refused.length)} could not be saved`
  if (unkept) return `This browser could not keep ${edits(unkept.count)}`
  if (waiting === 0) return null
  if (offline) return `${edits(waiting)} waiting: no connection`
  return failure === null ? `Sending ${edits(waiting)}` : `${edits(waiting)} waiting: the server did not take them`
}

/** Where something is counted that lacks them: "3 edits of yours are not on the server yet". */
export const unsentWords = (count: number): string =>
  `${edits(count)} of yours ${count === 1 ? 'is' : 'are'} not on the server yet, and not counted here.`
