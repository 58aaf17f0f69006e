import type { ReviewState } from '../../../shared/contracts/annotations.ts'
import type { Command } from '../../ui/command.ts'

export interface ReviewActions {
  move: (by: 1 | -1) => void
  selectLoaded: () => void
  clear: () => void
  relabel: () => void
  labelAtKey: (digit: number) => void
  review: (state: ReviewState) => void
  comment: () => void
  remove: () => void
  undo: () => void
  /** Shows or hides the outlines on the crops. */
  outlines: () => void
}

type ReviewCommand = Command<ReviewActions>

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] as const

const labelAtKey = (digit: number): [string, ReviewCommand] => [
  `label ${digit}`,
  { name: `Label under key ${digit}`, keys: [String(digit)], edits: true, run: act => act.labelAtKey(digit) }
]

/** Commands of the grid. They have the same keys as in Annotate. The grid itself handles arrow keys, Space (select) and Enter (open). */
export const reviewCommands = {
  next: { name: 'Next crop', keys: ['j'], run: act => act.move(1) },
  previous: { name: 'Previous crop', keys: ['k'], run: act => act.move(-1) },
  selectAll: { name: 'Select all loaded annotations', keys: ['mod+a'], run: act => act.selectLoaded() },
  // Without a selection, Escape must reach other components that close on it.
  clear: { name: 'Clear', sentence: 'Clear the selection', keys: ['escape'], needsSelection: true, run: act => act.clear() },
  confirm: { name: 'Confirm', keys: ['y'], edits: true, run: act => act.review('confirmed') },
  reject: { name: 'Reject', keys: ['x'], edits: true, run: act => act.review('rejected') },
  dispute: {
    name: 'Dispute',
    sentence: 'Unsure: leave it for others to decide',
    keys: ['u'],
    edits: true,
    run: act => act.review('disputed')
  },
  propose: { name: 'Reopen review', keys: ['p'], edits: true, run: act => act.review('proposed') },
  relabel: { name: 'Relabel', sentence: 'Change the label', keys: ['e', 'l'], edits: true, run: act => act.relabel() },
  comment: { name: 'Comment', keys: ['m'], edits: true, run: act => act.comment() },
  remove: { name: 'Remove', keys: ['delete'], edits: true, run: act => act.remove() },
  outlines: { name: 'Show or hide outlines', keys: ['o'], run: act => act.outlines() },
  undo: { name: 'Undo the last change', keys: ['mod+z'], edits: true, run: act => act.undo() },
  ...Object.fromEntries(digits.map(labelAtKey))
} satisfies Record<string, ReviewCommand>
