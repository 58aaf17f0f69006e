import { formatCount } from '../../ui/format.ts'
import type { Present } from './use-presence.ts'

// Separate constants, so that the build can inline them: the bars and the canvas are part of the first load of Annotate.

export const undo = (what: string | null) => (what ? `Undo: ${what}` : 'Nothing to undo')
export const redo = (what: string | null) => (what ? `Redo: ${what}` : 'Nothing to redo')
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
export const fieldByField = 'Field by field'
export const outline = 'Change the outline'
export const drawn = 'Your annotations are saved on this computer.'
export const again = 'Try again'
export const labelFirst = 'Choose a label first; it will apply to the whole image'
export const labelImage = (label: string) => `Label the whole image as ${label}`
export const canvasRole = 'annotation canvas'
export const canvas = (fileName: string, count: number) =>
  `${fileName}, ${formatCount(count, 'annotation')}. Arrow keys move the crosshair; Enter places a point`
export const notLoaded = 'The annotations of this image could not be loaded.'
export const area = 'Annotate'
export const notCopied = (names: readonly string[]) => `Values not copied because the fields do not accept them: ${names.join(', ')}`
export const noLabelAtKey = (digit: number) => `Key ${digit} has no label. Choose a label, then assign this key to it below the list.`
export const linkCopied = 'Link to this view copied'
export const redoButton = 'Redo'
export const filterButton = 'Filter'
export const locked = (count: number) =>
  `${formatCount(count, 'annotation is', 'annotations are')} locked. Unlock ${count === 1 ? 'its label' : 'their labels'} in the list first.`
