import type { ReviewState } from '../../../shared/contracts/annotations.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import type { Present } from './use-presence.ts'

// The strings are separate constants, so that the build can inline them. The bars and the canvas are part of the first load of Annotate.
// Parts that load later have their own files. So does `document/`, because the app shell loads it.

export const undo = (what: string | null) => (what ? `Undo: ${what}` : 'Nothing to undo')
export const redo = (what: string | null) => (what ? `Redo: ${what}` : 'Nothing to redo')
export const undoFailed = 'The step was not undone'
export const redoFailed = 'The step was not redone'
export const left = 'Newer changes stay as they are'
export const place = (at: number, count: string, hasMore: boolean) => `${at} of ${hasMore ? 'more than ' : ''}${count}`
export const filter = 'Filter images and annotations'
export const more = 'More actions'
export const sample = 'Sample points'
export const review = 'Review these annotations'
export const done = 'Done'
export const doneAndNext = 'Done and next'
export const here = (others: readonly Present[]) =>
  `${others.map(({ name }) => name).join(', ')} ${others.length === 1 ? 'is' : 'are'} here too`
export const tools = 'Tools'
export const view = 'View'
export const actions = 'Actions for this image'
export const images = 'Images'
export const labels = 'Labels'
export const labelsAndAnnotations = 'Labels and annotations'
export const closeSheet = 'Close the panel'
export const scale = { known: 'Scale', unknown: 'Scale: unknown' }
export const hide = 'Hide annotations'
export const show = 'Show annotations'
export const hideShort = 'Hide'
export const fitShort = 'Fit'
export const undoShort = 'Undo'
export const fieldByField = 'Search by field of view'
export const outline = 'Change the outline'
export const drawn = 'Your annotations are saved on this computer.'
export const again = 'Try again'
export const labelFirst = 'Choose a label first; it will apply to the whole image'
export const labelImage = (label: string) => `Label the whole image as ${label}`
export const canvasRole = 'annotation canvas'
/** @param count null while unknown */
export const canvas = (fileName: string, count: number | null) =>
  `${fileName}${count === null ? '' : `, ${formatCount(count, 'annotation')}`}. Arrow keys move the crosshair; Enter places a point`
export const notLoaded = 'The annotations of this image could not be loaded.'
export const area = 'Annotate'
export const notCopied = (names: readonly string[]) => `Values not copied because the fields do not accept them: ${names.join(', ')}`
export const noLabelAtKey = (digit: number) => `Key ${digit} has no label. Choose a label, then assign this key to it below the list.`
export const partMissing = 'This part of the program could not be loaded. Try again once the server can be reached.'
export const linkCopied = 'Link to this view copied'
export const redoButton = 'Redo'
export const filterButton = 'Filter'
export const locked = (count: number) =>
  `${formatCount(count, 'annotation is', 'annotations are')} locked. Unlock ${count === 1 ? 'its label' : 'their labels'} in the list first.`

export const edits = {
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
}

export const saving = {
  notSaved: (count: number) => `${formatCount(count, 'edit', 'edits')} could not be saved`,
  notKept: (count: number) => ` This browser could not store ${formatCount(count, 'edit', 'edits')}`,
  leaveOpen: (reason: string) => `${reason}. Leave this tab open until all edits are sent.`,
  offline: (waiting: number) => `Offline, ${waiting} waiting`,
  saving: (waiting: number) => `Saving ${waiting}`,
  counting: 'Counting unsent edits',
  saved: 'Saved'
}

export const decisions = {
  accept: (label: string) => `Accept ${label}`,
  relabel: (label: string) => `Label ${label} instead`,
  rejected: 'Reject the suggestion',
  unsure: 'Set the suggestion aside',
  selectFirst: 'Select a suggestion first',
  noAlternative: (number: number) => `The suggestion has no alternative ${number}`,
  none: 'There are no suggestions to review on this image.'
}

export const workStates = {
  notSaved: (count: number) =>
    count === 1 ? 'The work state of an image could not be saved.' : `The work states of ${count} images could not be saved.`
}

export const workState = {
  label: (state: string) => `This image is ${state}`,
  reviewed: { label: 'Reviewed', description: 'I have reviewed other people’s annotations' },
  done: { label: 'Done', description: 'Stay on this image' },
  inWork: { label: 'In progress', description: 'I have not finished this image' },
  notSeen: { label: 'Not seen', description: 'Clears my work state' }
}

export const status = {
  depth: (meters: number) => `${meters} m deep`,
  nextShape: 'Next shape: ',
  noLabel: 'no label',
  selected: (count: number) => formatCount(count, 'selected', 'selected')
}

export const progress = {
  of: (images: string) => ` of ${images} done`,
  blind: (until: string) => `You are in a blind session until ${until}. On its images, only your own work counts here until then.`,
  people: 'Images by person',
  person: 'Person'
}

export const steps = {
  label: 'Annotation by annotation',
  previous: 'Previous annotation',
  next: 'Next annotation',
  place: (at: number, count: number) => `${formatNumber(at)} of ${formatNumber(count)}`,
  loading: 'No annotations on the images loaded so far. More are loading.',
  last: 'This is the last annotation.',
  first: 'This is the first annotation.'
}

export const picture = {
  label: 'Picture',
  changed: 'Picture: changed',
  about: 'For display only: the file is not changed. Stored in this browser for this project.',
  stretch: 'Stretch each channel',
  from: (channel: string) => `${channel} from`,
  to: (channel: string) => `${channel} to`,
  reset: 'Reset to original',
  exposure: 'Exposure',
  contrast: 'Contrast',
  gamma: 'Gamma',
  localContrast: 'Local contrast',
  channels: ['Red', 'Green', 'Blue']
}

export const selection = {
  bar: {
    label: 'Selection',
    count: (count: number) => `${formatNumber(count)} selected`,
    several: 'Select several',
    severalKeys: 'Shift-click'
  },

  details: {
    noLabel: 'No label',
    certainty: 'Certainty',
    review: 'Review',
    reviewedBy: (name: string) => `; reviewed by ${name}, `,
    history: 'History',
    comments: (count: number) => `Comments${count > 0 ? ` (${formatNumber(count)})` : ''}`,
    restore: 'Restore an earlier version',
    size: 'Size',
    length: (length: string) => `Length ${length}`,
    across: (diameter: string) => `Diameter ${diameter}`,
    area: (area: string) => `Area ${area}`
  },

  history: { failed: 'The history could not be loaded', restore: 'Restore' }
}

export const objects = {
  title: 'Annotations',
  none: 'No annotations on this image yet. Choose a label, then a tool.',
  objects: 'Annotations of this image',
  noLabel: 'no label',
  removed: 'Removed',
  hideGroup: (name: string, isHidden: boolean) => `${isHidden ? 'Show' : 'Hide'} ${name}`,
  lockGroup: (name: string, isLocked: boolean) => `${isLocked ? 'Unlock' : 'Lock'} ${name}`,
  ownKey: 'My number key',
  noKey: 'none',
  ownKeyOf: (name: string) => `My number key for ${name}`,
  shown: (matching: number | null, count: number) =>
    `${matching === null ? '' : `${formatNumber(matching)} of `}${formatCount(count, 'annotation', 'annotations')}`,

  labelNotAdded: 'The label could not be added.'
}
