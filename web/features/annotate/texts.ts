import type { ReviewState } from '../../../shared/contracts/annotations.ts'
import { formatCount } from '../../ui/format.ts'
import type { Present } from './use-presence.ts'

/** Texts of the bars and the canvas, which are loaded first. Those of the panels are in `panels/texts.ts`. */
export const texts = {
  undo: (what: string | null) => (what ? `Undo: ${what}` : 'Nothing to undo'),
  redo: (what: string | null) => (what ? `Redo: ${what}` : 'Nothing to redo'),
  place: (at: number, count: string, hasMore: boolean) => `${at} of ${hasMore ? 'more than ' : ''}${count}`,
  filter: 'Filter images and annotations',
  more: 'More actions',
  sample: 'Sample points',
  review: 'Review these annotations',
  done: 'Done',
  doneAndNext: 'Done and next',
  here: (others: readonly Present[]) => `${others.map(({ name }) => name).join(', ')} ${others.length === 1 ? 'is' : 'are'} here too`,
  tools: 'Tools',
  view: 'View',
  actions: 'Actions for this image',
  images: 'Images',
  labels: 'Labels',
  labelsAndAnnotations: 'Labels and annotations',
  closeSheet: 'Close the panel',
  scale: { known: 'Scale', unknown: 'Scale: not known' },
  hide: 'Hide annotations',
  show: 'Show annotations',
  hideShort: 'Hide',
  fitShort: 'Fit',
  undoShort: 'Undo',
  fieldByField: 'Field by field',
  outline: 'Change the outline',
  drawn: 'Your annotations are kept on this computer.',
  again: 'Try again',
  labelFirst: 'Choose a label first; it will apply to the whole image',
  labelImage: (label: string) => `Label the whole image ${label}`,
  workStateNotSaved: 'The work state of this image was not saved.',
  canvasRole: 'annotation canvas',
  canvas: (fileName: string, count: number) => `${fileName}, ${count} annotations. Arrow keys move the crosshair, Enter places a point`,
  notLoaded: 'The annotations of this image could not be loaded.',
  area: 'Annotate',

  /** Names of edits, for undo and redo. */
  edits: {
    reviewed: { confirmed: 'Confirm', rejected: 'Reject', disputed: 'Dispute', proposed: 'Reopen review' } satisfies Record<
      ReviewState,
      string
    >,
    remove: (count: number) => (count > 1 ? `Remove ${count}` : 'Remove'),
    removeNewest: 'Remove the newest',
    duplicate: 'Duplicate',
    label: (count: number, label: string) => (count > 1 ? `Relabel ${count} as ${label}` : `Label ${label}`),
    unnamedLabel: 'label',
    draw: (shape: string) => `Draw ${shape}`
  },
  notCopied: (names: readonly string[]) => `Values not copied, because the fields do not accept them: ${names.join(', ')}`,
  noLabelAtKey: (digit: number) => `Key ${digit} has no label. Choose a label, then give it this key below the list.`,
  linkCopied: 'Link to this view copied',

  saving: {
    notSaved: (count: number) => `${formatCount(count, 'edit', 'edits')} could not be saved`,
    notKept: (count: number) => ` This browser could not keep ${formatCount(count, 'edit', 'edits')}`,
    leaveOpen: (reason: string) => `${reason}. They are sent from this tab: leave it open.`,
    offline: (waiting: number) => `Offline, ${waiting} waiting`,
    saving: (waiting: number) => `Saving ${waiting}`,
    counting: 'Counting unsent edits',
    saved: 'Saved'
  },

  redoButton: 'Redo',
  filterButton: 'Filter',
  locked: (count: number) => `${formatCount(count, 'annotation is', 'annotations are')} locked. Unlock the label in the list first.`
}
