import type { ReviewState } from '../../../shared/contracts/annotations.ts'
import type { Shortcut } from '../../ui/shortcuts.ts'

export interface ReviewActions {
  move: (by: 1 | -1) => void
  toggle: () => void
  selectLoaded: () => void
  clear: () => void
  relabel: () => void
  labelAtKey: (digit: number) => void
  review: (state: ReviewState) => void
  comment: () => void
  remove: () => void
  undo: () => void
}

/** Keys of the review grid. Arrows, Space and Enter belong to the grid itself. */
export function reviewShortcuts(act: ReviewActions, mayEdit: boolean, hasSelection: boolean): Shortcut[] {
  const looking = [
    key('next', 'j', 'Next patch', () => act.move(1)),
    key('previous', 'k', 'Previous patch', () => act.move(-1)),
    key('select', 'x', 'Select the patch or leave it', act.toggle),
    key('select all', 'mod+a', 'Select all that is loaded', act.selectLoaded),
    // what else Escape closes must hear it
    ...(hasSelection ? [key('clear', 'escape', 'Clear the selection', act.clear)] : [])
  ]
  if (!mayEdit) return looking
  return [
    ...looking,
    key('confirm', 'a', 'Confirm', () => act.review('confirmed')),
    key('confirm too', 'shift+a', 'Confirm', () => act.review('confirmed')),
    key('reject', 'r', 'Reject', () => act.review('rejected')),
    key('dispute', 'd', 'Dispute', () => act.review('disputed')),
    key('propose', 'p', 'Propose again', () => act.review('proposed')),
    key('relabel', 'l', 'Give a label', act.relabel),
    key('relabel too', 'e', 'Give a label', act.relabel),
    key('comment', 'm', 'Comment', act.comment),
    key('remove', 'delete', 'Remove', act.remove),
    key('undo', 'mod+z', 'Undo the last change', act.undo),
    key('undo too', 'u', 'Undo the last change', act.undo),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map(digit =>
      key(`label ${digit}`, String(digit), `Label under key ${digit}`, () => act.labelAtKey(digit))
    )
  ]
}

const key = (id: string, keys: string, label: string, run: () => void): Shortcut => ({
  id: `review ${id}`,
  scope: 'Review',
  keys,
  label,
  run
})
