import type { Command } from '../../../ui/command.ts'

export interface CheckActions {
  move(by: 1 | -1): void
  keep(): void
  change(): void
  relabel(): void
  setAside(): void
  /** Returns a kept or set-aside label to the labels to check. */
  putBack(): void
  undo(): void
}

/** Commands for suspect labels, with the keys for suggestions: Y accepts the suggested label, and X rejects it, which keeps the label. */
export const checkCommands = {
  next: { name: 'Next label', keys: ['j'], run: act => act.move(1) },
  previous: { name: 'Previous label', keys: ['k'], run: act => act.move(-1) },
  keep: { name: 'Keep', sentence: 'Keep the label', keys: ['x'], edits: true, run: act => act.keep() },
  change: { name: 'Change', sentence: 'Change to the suggested label', keys: ['y'], edits: true, run: act => act.change() },
  relabel: { name: 'Other', sentence: 'Assign another label', keys: ['e', 'l'], edits: true, run: act => act.relabel() },
  unsure: { name: 'Unsure', sentence: 'Unsure: set it aside', keys: ['u'], edits: true, run: act => act.setAside() },
  putBack: { name: 'Put back', sentence: 'Put it back for checking', keys: ['p'], edits: true, run: act => act.putBack() },
  undo: { name: 'Undo', sentence: 'Undo the last decision', keys: ['mod+z'], edits: true, run: act => act.undo() }
} satisfies Record<string, Command<CheckActions>>
