import type { Decision } from '../../../shared/contracts/outside-records.ts'
import type { Command } from '../../ui/command.ts'
import { texts } from './texts.ts'

export interface InboxActions {
  /** Opens the record `by` rows below the open one. Negative values go up. */
  move(by: number): void
  judge(decision: Decision['decision']): void
  toggleOpen(): void
  undo(): void
}

const { inbox: words } = texts

/** Commands of the inbox, with the same keys as in Annotate and Review. Records have no label, so there is no key to change it. */
export const inboxCommands = {
  next: { name: words.next, keys: ['j'], run: act => act.move(1) },
  previous: { name: words.previous, keys: ['k'], run: act => act.move(-1) },
  accept: { name: words.accept, keys: ['y'], edits: true, run: act => act.judge('accept') },
  reject: { name: words.reject, keys: ['x'], edits: true, run: act => act.judge('reject') },
  putBack: { name: words.wait, sentence: words.waitSentence, keys: ['p'], edits: true, run: act => act.judge('wait') },
  toggle: { name: words.toggle, keys: ['space'], edits: true, needsSelection: true, run: act => act.toggleOpen() },
  undo: { name: words.undo, keys: ['mod+z'], edits: true, run: act => act.undo() }
} satisfies Record<string, Command<InboxActions>>
