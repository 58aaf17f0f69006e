import 'fake-indexeddb/auto'
import type { Test } from 'tap'
import { Disk } from '../../web/sync/disk.ts'
import { Outbox, type OutboxOptions } from '../../web/sync/outbox.ts'
import type { EditResult, NewEdit } from '../../web/sync/stored-edit.ts'
import type { Turn } from '../../web/sync/turn.ts'
import { WaitingEdits } from '../../web/sync/waiting-edits.ts'

let people = 0

export interface Sent {
  project: string
  ids: string[]
}

interface Page {
  account?: string
  disk?: Disk
  turn?: (disk: Disk) => Turn
  maySend?: OutboxOptions['maySend']
}

export const newAccount = (): string => `person-${++people}`

const alone: Turn = async work => {
  await work(async () => true)
  return true
}

/** Opens a page of a new or given person, whose server is played by the test. */
export function outboxOf(t: Test, serve: (sent: Sent) => EditResult[] | Promise<EditResult[]> = done, page: Page = {}) {
  const { account = newAccount(), disk = new Disk(account), turn = () => alone, maySend } = page
  const sent: Sent[] = []
  const outbox = new Outbox({
    edits: new WaitingEdits(disk),
    turn: turn(disk),
    channel: new BroadcastChannel(account),
    ...(maySend && { maySend }),
    senders: {
      mark: async () => async (project, bodies) => {
        const batch = { project, ids: bodies.map(body => (body as { id: string }).id) }
        sent.push(batch)
        return serve(batch)
      }
    }
  })
  const closed = async () => {
    outbox.close()
    await disk.close()
  }
  t.teardown(closed)
  return { outbox, sent, account, disk, closed }
}

export const result = (id: string, problem: string | null = null): EditResult => ({ id, problem, answer: null })
export const done = ({ ids }: Sent): EditResult[] => ids.map(id => result(id))

/** Builds an edit of a new object, unless one is given. */
export const edit = (id: string, { project = 'p', subject = 'one', thing = id, kind = 'mark' }: Partial<NewEdit> = {}): NewEdit => ({
  ...{ id, kind, project, subject, thing },
  body: { id }
})
