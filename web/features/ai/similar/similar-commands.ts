import type { Command } from '../../../ui/command.ts'

export interface SimilarActions {
  move(by: 1 | -1): void
  all(): void
  clear(): void
  relabel(): void
  /** Assigns the example's label to the selected crops. */
  same(): void
  undo(): void
}

/** Commands for similar crops. They have the same keys as those of Review. */
export const similarCommands = {
  next: { name: 'Next crop', keys: ['j'], run: act => act.move(1) },
  previous: { name: 'Previous crop', keys: ['k'], run: act => act.move(-1) },
  all: { name: 'Select all', sentence: 'Select all shown crops', keys: ['mod+a'], run: act => act.all() },
  clear: { name: 'Clear', sentence: 'Clear the selection', keys: ['escape'], needsSelection: true, run: act => act.clear() },
  relabel: {
    name: 'Label',
    sentence: 'Label the selected crops',
    keys: ['e', 'l'],
    edits: true,
    needsSelection: true,
    run: act => act.relabel()
  },
  same: {
    name: 'Same',
    sentence: 'Label the selected crops like the example',
    keys: ['y'],
    edits: true,
    needsSelection: true,
    run: act => act.same()
  },
  undo: { name: 'Undo', sentence: 'Undo the last change', keys: ['mod+z'], edits: true, run: act => act.undo() }
} satisfies Record<string, Command<SimilarActions>>
