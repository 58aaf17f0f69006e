import type { ReviewState } from '../../../shared/contracts/annotations.ts'
import { type ToolName, toolKeys } from '../../canvas/tools/tool-names.ts'
import type { ScreenPoint } from '../../imagery/viewport.ts'
import type { Command } from '../../ui/command.ts'
import { toolWords } from './tool-words.ts'

export interface AnnotateActions {
  take: (tool: ToolName) => void
  go: (by: 1 | -1) => void
  /** Goes to the next or previous image, unless the current tool uses the key. */
  arrow: (by: 1 | -1) => void
  /** Assigns the current label to the whole image, for example a habitat or a quality flag. */
  labelImage: () => void
  /** Opens or closes the scale panel. */
  scale: () => void
  doneAndNext: () => void
  fit: () => void
  actualSize: () => void
  zoom: (factor: number) => void
  /** Pans the view in steps of a quarter of its size. Positive is right and down. */
  pan: (by: ScreenPoint) => void
  hide: () => void
  undo: () => void
  redo: () => void
  remove: () => void
  removeLast: () => void
  duplicate: () => void
  /** Replaces each selected box by the outline of the object in it. For one polygon, begins or ends its correction by clicks. */
  outline: () => void
  selectAll: () => void
  findLabel: () => void
  labelAtKey: (digit: number) => void
  /** Sets the review state of the selected annotations, or decides on the selected suggestion. */
  review: (state: ReviewState) => void
  /** Applies an alternative label of the selected suggestion. @param number counted from 1 */
  alternative: (number: number) => void
  stepSuggestion: (by: 1 | -1) => void
  toggleSuggestions: () => void
  copyLink: () => void
  /** Shows or hides the list of images. */
  imagesPanel: () => void
  /** Shows or hides the panel of labels and annotations. */
  labelsPanel: () => void
  fullScreen: () => void
  toggleSweep: () => void
  /** Opens the dialog for sample points. */
  sample: () => void
  step: (by: 1 | -1) => void
  sweep: (by: 1 | -1) => void
}

type AnnotateCommand = Command<AnnotateActions>

export type CommandTool = keyof typeof toolWords

const tool = (name: CommandTool): AnnotateCommand => ({
  name: toolWords[name],
  keys: [toolKeys[name]],
  ...(name !== 'select' && name !== 'ruler' && { edits: true }),
  run: act => act.take(name)
})

export const toolCommands: Readonly<Record<CommandTool, AnnotateCommand>> = {
  select: tool('select'),
  point: tool('point'),
  box: tool('box'),
  rotatedBox: tool('rotatedBox'),
  circle: tool('circle'),
  ellipse: tool('ellipse'),
  line: tool('line'),
  polygon: tool('polygon'),
  freehand: tool('freehand'),
  brush: tool('brush'),
  eraser: tool('eraser'),
  hole: tool('hole'),
  ruler: tool('ruler')
}

const { select, ruler, ...drawing } = toolCommands

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] as const

const labelAtKey = (digit: number): [string, AnnotateCommand] => [
  `label ${digit}`,
  { name: `Label under key ${digit}`, keys: [String(digit)], edits: true, run: act => act.labelAtKey(digit) }
]

const alternative = (number: number): [string, AnnotateCommand] => [
  `alternative ${number}`,
  {
    name: `Alternative ${number} of the suggestion`,
    keys: [`shift+${number}`],
    edits: true,
    run: act => act.alternative(number)
  }
]

/** Commands of Annotate. The keys are those of BIIGLE or, where BIIGLE has none, of CVAT and Label Studio. */
export const annotateCommands = {
  previous: { name: 'Previous image', keys: ['arrowleft'], run: act => act.go(-1), runByKey: act => act.arrow(-1) },
  next: { name: 'Next image', keys: ['arrowright'], run: act => act.go(1), runByKey: act => act.arrow(1) },
  fit: { name: 'Whole image', keys: ['-'], run: act => act.fit() },
  actualSize: { name: 'One image pixel per screen pixel', keys: ['+'], run: act => act.actualSize() },
  zoomIn: { name: 'Zoom in', keys: ['.'], run: act => act.zoom(1.5) },
  zoomOut: { name: 'Zoom out', keys: [','], run: act => act.zoom(1 / 1.5) },
  panLeft: { name: 'Move the view left', keys: ['mod+arrowleft'], run: act => act.pan({ x: -1, y: 0 }) },
  panRight: { name: 'Move the view right', keys: ['mod+arrowright'], run: act => act.pan({ x: 1, y: 0 }) },
  panUp: { name: 'Move the view up', keys: ['mod+arrowup'], run: act => act.pan({ x: 0, y: -1 }) },
  panDown: { name: 'Move the view down', keys: ['mod+arrowdown'], run: act => act.pan({ x: 0, y: 1 }) },
  stepOn: { name: 'Next annotation, image by image', keys: ['j'], run: act => act.step(1) },
  stepBack: { name: 'Previous annotation', keys: ['k'], run: act => act.step(-1) },
  sweepOn: { name: 'Next field of view, image by image', keys: ['n'], run: act => act.sweep(1) },
  sweepBack: { name: 'Previous field of view', keys: ['shift+n'], run: act => act.sweep(-1) },
  nextSuggestion: { name: 'Next suggestion', keys: ['shift+j'], run: act => act.stepSuggestion(1) },
  previousSuggestion: { name: 'Previous suggestion', keys: ['shift+k'], run: act => act.stepSuggestion(-1) },
  suggestions: { name: 'Hide or show suggestions', keys: ['shift+o'], run: act => act.toggleSuggestions() },
  hide: { name: 'Hide or show annotations', keys: ['o'], run: act => act.hide() },
  copyLink: { name: 'Copy a link to this view', keys: ['shift+l'], run: act => act.copyLink() },
  imagesPanel: { name: 'Show or hide the images', keys: ['i'], run: act => act.imagesPanel() },
  labelsPanel: { name: 'Show or hide labels and annotations', keys: ['\\'], run: act => act.labelsPanel() },
  fullScreen: { name: 'Full screen', keys: ['shift+f'], run: act => act.fullScreen() },
  scale: { name: 'Image scale', keys: ['shift+r'], run: act => act.scale() },
  select,
  ruler,
  ...drawing,
  findLabel: { name: 'Find a label', keys: ['e', 'l'], edits: true, run: act => act.findLabel() },
  ...Object.fromEntries(digits.map(labelAtKey)),
  ...Object.fromEntries(([1, 2, 3, 4, 5] as const).map(alternative)),
  doneAndNext: {
    name: 'Done and next',
    sentence: 'Mark this image as done and go to the next',
    keys: ['mod+enter'],
    edits: true,
    run: act => act.doneAndNext()
  },
  labelImage: {
    name: 'Assign the current label to the whole image',
    sentence: 'Label the whole image',
    keys: ['w'],
    edits: true,
    run: act => act.labelImage()
  },
  undo: { name: 'Undo', keys: ['mod+z'], edits: true, run: act => act.undo() },
  redo: { name: 'Redo', keys: ['mod+shift+z', 'mod+y'], edits: true, run: act => act.redo() },
  outline: {
    name: 'Outline the object',
    sentence: 'Outline the object in each selected box, or correct a polygon',
    keys: ['m'],
    edits: true,
    run: act => act.outline()
  },
  duplicate: { name: 'Duplicate', keys: ['mod+d'], edits: true, run: act => act.duplicate() },
  selectAll: { name: 'Select every annotation', keys: ['mod+a'], edits: true, run: act => act.selectAll() },
  remove: { name: 'Remove', sentence: 'Remove the selection', keys: ['delete'], edits: true, run: act => act.remove() },
  removeLast: {
    name: 'Remove the selection, or the newest annotation',
    keys: ['backspace'],
    edits: true,
    run: act => act.removeLast()
  },
  confirm: {
    name: 'Confirm',
    sentence: 'Confirm the selection, or accept the suggestion',
    keys: ['y'],
    edits: true,
    run: act => act.review('confirmed')
  },
  reject: {
    name: 'Reject',
    sentence: 'Reject the selection, or the suggestion',
    keys: ['x'],
    edits: true,
    run: act => act.review('rejected')
  },
  dispute: {
    name: 'Dispute',
    sentence: 'Unsure: leave the selection for others to decide, or set the suggestion aside',
    keys: ['u'],
    edits: true,
    run: act => act.review('disputed')
  },
  propose: { name: 'Reopen review', sentence: 'Reopen the selection', keys: ['p'], edits: true, run: act => act.review('proposed') }
} satisfies Record<string, AnnotateCommand>
