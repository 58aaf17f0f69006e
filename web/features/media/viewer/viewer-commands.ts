import type { Command } from '../../../ui/command.ts'
import { texts } from '../texts.ts'

export interface ViewerActions {
  go: (by: 1 | -1) => void
  /** Moves the view in screen pixels. While the whole image is shown, a move to the side goes to the next or previous image. */
  move: (right: number, down: number) => void
  zoom: (factor: number) => void
  fit: () => void
  actualSize: () => void
  details: () => void
  annotations: () => void
  annotate: () => void
  remove: () => void
}

const { viewer: words } = texts

/** Distances that an arrow key moves the view, alone and with Shift, in screen pixels. */
const step = 80
const largeStep = 240

/** Commands of the viewer. Its dialog handles the keys. */
export const viewerCommands = {
  previous: { name: words.previous, keys: ['k', 'pageup'], run: act => act.go(-1) },
  next: { name: words.next, keys: ['j', 'pagedown'], run: act => act.go(1) },
  left: { name: words.left, keys: ['arrowleft'], run: act => act.move(-step, 0) },
  right: { name: words.right, keys: ['arrowright'], run: act => act.move(step, 0) },
  up: { name: words.up, keys: ['arrowup'], run: act => act.move(0, -step) },
  down: { name: words.down, keys: ['arrowdown'], run: act => act.move(0, step) },
  farLeft: { name: words.farLeft, keys: ['shift+arrowleft'], run: act => act.move(-largeStep, 0) },
  farRight: { name: words.farRight, keys: ['shift+arrowright'], run: act => act.move(largeStep, 0) },
  farUp: { name: words.farUp, keys: ['shift+arrowup'], run: act => act.move(0, -largeStep) },
  farDown: { name: words.farDown, keys: ['shift+arrowdown'], run: act => act.move(0, largeStep) },
  zoomIn: { name: words.zoomIn, keys: ['+', '='], run: act => act.zoom(1.5) },
  zoomOut: { name: words.zoomOut, keys: ['-'], run: act => act.zoom(1 / 1.5) },
  fit: { name: words.fit, keys: ['0'], run: act => act.fit() },
  actualSize: { name: words.aboutActualSize, keys: ['1'], run: act => act.actualSize() },
  details: { name: words.facts, keys: ['i'], run: act => act.details() },
  annotations: { name: words.annotations, sentence: words.toggleAnnotations, keys: ['h'], run: act => act.annotations() },
  annotate: { name: words.annotate, sentence: words.annotateSentence, keys: ['a'], run: act => act.annotate() },
  remove: { name: words.remove, keys: ['delete'], edits: true, run: act => act.remove() }
} satisfies Record<string, Command<ViewerActions>>
