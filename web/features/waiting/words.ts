import type { OutboxStatus } from '../../sync/outbox-status.ts'
import { texts } from './texts.ts'

const { chip: words } = texts

/** Returns the number of edits that are not on the server and the reason, in one line; null without any. */
export function waitingWords({ waiting, refused, unkept, offline, failure }: OutboxStatus): string | null {
  if (refused.length > 0) return words.refused(refused.length)
  if (unkept) return words.unkept(unkept.count)
  if (waiting === 0) return null
  if (offline) return words.offline(waiting)
  return failure === null ? words.sending(waiting) : words.notTaken(waiting)
}
