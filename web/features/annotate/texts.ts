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
  locked: (count: number) => `${formatCount(count, 'annotation is', 'annotations are')} locked. Unlock the label in the list first.`
}
