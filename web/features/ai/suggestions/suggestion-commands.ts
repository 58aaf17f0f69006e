import type { Command } from '../../../ui/command.ts'

export interface SuggestionActions {
  move(by: 1 | -1): void
  accept(): void
  reject(): void
  relabel(): void
  setAside(): void
  /** Returns rejected suggestions, and those set aside, to the waiting state. */
  putBack(): void
  /** Assigns an alternative label. @param number counted from 1 */
  alternative(number: number): void
  clear(): void
  undo(): void
}

type SuggestionCommand = Command<SuggestionActions>

const alternative = (number: number): [string, SuggestionCommand] => [
  `alternative ${number}`,
  { name: `Alternative ${number} of the suggestion`, keys: [`shift+${number}`], edits: true, run: act => act.alternative(number) }
]

/** Commands for suggestions. They have the same keys as those of Annotate and Review. */
export const suggestionCommands = {
  next: { name: 'Next suggestion', keys: ['j'], run: act => act.move(1) },
  previous: { name: 'Previous suggestion', keys: ['k'], run: act => act.move(-1) },
  clear: { name: 'Clear', sentence: 'Clear the selection', keys: ['escape'], needsSelection: true, run: act => act.clear() },
  accept: { name: 'Accept', sentence: 'Accept the suggestion', keys: ['y'], edits: true, run: act => act.accept() },
  reject: { name: 'Reject', sentence: 'Reject the suggestion', keys: ['x'], edits: true, run: act => act.reject() },
  relabel: { name: 'Relabel', sentence: 'Assign another label', keys: ['e', 'l'], edits: true, run: act => act.relabel() },
  unsure: { name: 'Unsure', sentence: 'Unsure: set it aside', keys: ['u'], edits: true, run: act => act.setAside() },
  putBack: { name: 'Put back', sentence: 'Put it back for review', keys: ['p'], edits: true, run: act => act.putBack() },
  ...Object.fromEntries(([1, 2, 3, 4, 5] as const).map(alternative)),
  undo: { name: 'Undo', sentence: 'Undo the last decision', keys: ['mod+z'], edits: true, run: act => act.undo() }
} satisfies Record<string, SuggestionCommand>
