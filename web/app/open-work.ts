import type { AccountWork } from '../sync/account-work.ts'
import { Disk } from '../sync/disk.ts'
import { Outbox } from '../sync/outbox.ts'
import type { Sender } from '../sync/stored-edit.ts'
import { leaseTurn, lockTurn } from '../sync/turn.ts'
import { WaitingEdits } from '../sync/waiting-edits.ts'

/** Senders of edits, by the noun of the edit. Each area with edits adds its own sender. */
const senders: Record<string, () => Promise<Sender>> = {
  annotation: () => import('../features/annotate/document/send.ts').then(module => module.sendAnnotationEdits),
  suggestion: () => import('../features/annotate/suggestions/send.ts').then(module => module.sendSuggestionEdits),
  workState: () => import('../features/annotate/work-state/send.ts').then(module => module.sendWorkStates),
  site: () => import('../features/sites/document/send.ts').then(module => module.sendSiteEdits),
  numberKey: () => import('../features/taxonomy/own-keys/send.ts').then(module => module.sendKeyEdits)
}

/** Opens the storage and the outbox of an account. From then on, unsent edits from earlier visits are sent from any screen. */
export function openWork(accountId: string, maySend: () => boolean): AccountWork {
  const name = `isobath-outbox-${accountId}`
  const disk = new Disk(accountId)
  const edits = new WaitingEdits(disk)
  // browsers offer locks only on HTTPS and localhost
  const turn = navigator.locks ? lockTurn(navigator.locks, name) : leaseTurn(disk, name)
  const outbox = new Outbox({ edits, senders, turn, channel: new BroadcastChannel(name), maySend })
  disk.onOpen = outbox.retry
  return { accountId, disk, outbox }
}

/** Removes the data of one account from this browser. */
export async function removeWork({ disk, outbox }: AccountWork): Promise<void> {
  outbox.close()
  await disk.remove()
}
