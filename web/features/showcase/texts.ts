import type { ReactNode } from 'react'
import { sentence } from '../../ui/sentence.ts'
/** Interface text of the demo. */
export const texts = {
  bar: { label: 'Annotation tools', point: 'Point', box: 'Box', undo: 'Undo', clear: 'Clear' },

  frame: {
    label: 'Sea floor frame. Arrow keys move the crosshair, Enter adds a point or a corner.',
    drawing: 'Drawing the sea floor…',
    drawn: 'Drawn by a program, not a real place',
    lasers: (centimeters: number) => `Lasers ${centimeters} cm apart`,
    area: (squareMeters: number) => `${squareMeters.toFixed(2)} m² in view`,
    help: 'Click an animal to annotate it. For a box, drag or click two corners. By keyboard: arrows move the crosshair (Shift: in larger steps), Enter adds a point or a corner, 1–7 choose the label, Delete removes, Esc cancels.'
  },

  labels: {
    next: 'Label for the next annotation',
    of: (id: number) => `Label of annotation ${id}`
  },

  marks: {
    label: 'Marks',
    none: 'No annotations yet. The sea cucumber in the upper left is a good start.',
    remove: (id: number) => `Remove ${id}`,
    annotated: 'Annotated',
    density: 'Density',
    perSquareMeter: (density: number) => `${density.toFixed(1)} per m²`
  },

  comparison: {
    compare: 'Compare with the drawn animals',
    found: (found: number, all: number, named: number) =>
      `You found ${found} of the ${all} animals that our program drew and named ${named} of them as drawn.`,
    stray: (count: number) => ` ${count} of your annotations ${count === 1 ? 'has' : 'have'} no animal below.`
  },

  table: {
    title: 'Darwin Core, for OBIS and GBIF',
    save: 'Save CSV',
    copy: 'Copy',
    copied: 'Copied',
    label: 'Occurrence table',
    none: 'Annotate an animal and its row appears here.',
    note: (term: ReactNode, value: ReactNode) =>
      sentence(
        'Time, place and depth belong to the invented dive. ',
        term,
        ' is ',
        value,
        ' because the evidence is a picture, whoever named the animal.'
      )
  }
}

const inAll = (count: number) => `${count} in all.`

/** Announcements of changes in the demo, for screen readers. */
export const changeTexts = {
  tools: { point: 'Point tool', box: 'Box tool' },
  boxCancelled: 'Box cancelled',
  cleared: 'All annotations removed',
  label: (name: string) => `Label ${name}`,
  relabelled: (id: number, name: string) => `Annotation ${id} is now ${name}`,
  firstCorner: 'First corner set; go to the opposite corner',
  tooSmall: 'Too small for a box; nothing added',
  added: (name: string, shape: string, { x, y }: { x: number; y: number }, count: number) =>
    `${name}, ${shape}, ${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top. ${inAll(count)}`,
  nothingToRemove: 'Nothing to remove',
  removed: (id: number | null, count: number) => `Annotation ${id} removed. ${inAll(count)}`,
  nothingToUndo: 'Nothing to undo',
  undone: (count: number) => `Undone. ${inAll(count)}`
}
