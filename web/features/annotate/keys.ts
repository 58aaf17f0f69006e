import { type ToolName, toolKeys } from '../../canvas/tools/tool-names.ts'
import type { ScreenPoint } from '../../imagery/viewport.ts'
import type { Shortcut } from '../../ui/shortcuts.ts'
import { toolWords } from './bars/tool-bar.tsx'

const scope = 'Annotate'

export interface AnnotateActions {
  take: (tool: ToolName) => void
  go: (by: 1 | -1) => void
  /** The next or previous image, unless the tool in hand has a use for the key. */
  arrow: (by: 1 | -1) => void
  /** Says the current label of the image itself: a habitat, a bad picture. */
  labelImage: () => void
  /** Opens and closes the panel for the scale of the image. */
  scale: () => void
  doneAndNext: () => void
  fit: () => void
  actualSize: () => void
  zoom: (factor: number) => void
  /** Moves the view by quarters of it: positive is right and down. */
  pan: (by: ScreenPoint) => void
  hide: () => void
  undo: () => void
  redo: () => void
  remove: () => void
  removeLast: () => void
  duplicate: () => void
  selectAll: () => void
  findLabel: () => void
  labelAtKey: (digit: number) => void
  review: (state: 'confirmed' | 'rejected') => void
  copyLink: () => void
  step: (by: 1 | -1) => void
  sweep: (by: 1 | -1) => void
}

/** Keys of the Annotate screen. Source: BIIGLE's, with CVAT's and Label Studio's where it has none. */
export function annotateShortcuts(act: AnnotateActions, mayEdit: boolean): Shortcut[] {
  const looking: Shortcut[] = [
    key('previous', 'arrowleft', 'Previous image', () => act.arrow(-1)),
    key('next', 'arrowright', 'Next image', () => act.arrow(1)),
    key('fit', '-', 'Whole image', act.fit),
    key('actual', '+', 'One image pixel per screen pixel', act.actualSize),
    key('zoom in', '.', 'Zoom in', () => act.zoom(1.5)),
    key('zoom out', ',', 'Zoom out', () => act.zoom(1 / 1.5)),
    key('pan left', 'mod+arrowleft', 'Move the view left', () => act.pan({ x: -1, y: 0 })),
    key('pan right', 'mod+arrowright', 'Move the view right', () => act.pan({ x: 1, y: 0 })),
    key('pan up', 'mod+arrowup', 'Move the view up', () => act.pan({ x: 0, y: -1 })),
    key('pan down', 'mod+arrowdown', 'Move the view down', () => act.pan({ x: 0, y: 1 })),
    key('step on', 'j', 'Next annotation, image by image', () => act.step(1)),
    key('step back', 'k', 'Previous annotation', () => act.step(-1)),
    key('sweep on', 'n', 'Next field of view, image by image', () => act.sweep(1)),
    key('sweep back', 'shift+n', 'Field of view before', () => act.sweep(-1)),
    key('hide', 'o', 'Hide or show annotations', act.hide),
    key('link', 'shift+l', 'Copy a link to this view', act.copyLink),
    key('scale', 'shift+r', 'Scale of the image', act.scale),
    tool('select', act),
    tool('ruler', act)
  ]
  if (!mayEdit) return looking
  const drawing = (Object.keys(toolWords) as (keyof typeof toolWords)[]).filter(name => name !== 'select' && name !== 'ruler')
  return [
    ...looking,
    ...drawing.map(name => tool(name, act)),
    key('find label', 'mod+k', 'Find a label', act.findLabel),
    key('find label too', 'l', 'Find a label', act.findLabel),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map(digit =>
      key(`label ${digit}`, String(digit), `Label under key ${digit}`, () => act.labelAtKey(digit))
    ),
    key('done', 'mod+enter', 'Done with this image, go to the next', act.doneAndNext),
    key('label image', 'w', 'Say the label of the whole image', act.labelImage),
    key('undo', 'mod+z', 'Undo', act.undo),
    key('redo', 'mod+shift+z', 'Redo', act.redo),
    key('redo too', 'mod+y', 'Redo', act.redo),
    key('duplicate', 'mod+d', 'Duplicate', act.duplicate),
    key('select all', 'mod+a', 'Select every annotation', act.selectAll),
    key('remove', 'delete', 'Remove what is selected', act.remove),
    key('remove last', 'backspace', 'Remove what is selected, or the newest annotation', act.removeLast),
    key('confirm', 'y', 'Confirm what is selected', () => act.review('confirmed')),
    key('reject', 'x', 'Reject what is selected', () => act.review('rejected'))
  ]
}

const key = (id: string, keys: string, label: string, run: () => void): Shortcut => ({ id: `annotate ${id}`, scope, keys, label, run })

const tool = (name: keyof typeof toolWords, act: AnnotateActions) =>
  key(`tool ${name}`, toolKeys[name], toolWords[name], () => act.take(name))
