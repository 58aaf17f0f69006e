import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { Box } from '../../../../shared/contracts/shapes.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { Edit } from '../document/edits.ts'
import { outlineBox } from './outline-box.ts'
import { outlinedBoxes } from './outlined-boxes.ts'
import { texts } from './texts.ts'

/** Number of boxes from which a message with a button to stop is shown. */
const manyBoxes = 4

export interface Outlining {
  image: ImageCard
  selected: readonly string[]
  annotationOf: (id: string) => Annotation | undefined
  /** Makes edits as one undo step. */
  edit: (name: string, edits: Edit[], of: ImageCard) => void
}

/** Replaces the selected boxes by the outlines of the objects in them. A box without a clear object stays, and so does one that has changed meanwhile. */
export async function outlineObjects({ image, selected, annotationOf, edit }: Outlining): Promise<void> {
  const boxes = selected.flatMap(id => {
    const annotation = annotationOf(id)
    return annotation?.shape?.kind === 'box' && !annotation.removed ? [{ id, box: annotation.shape }] : []
  })
  if (boxes.length === 0) return void showToast({ title: texts.noBox })
  let isStopped = false
  const close =
    boxes.length < manyBoxes
      ? () => {}
      : showToast({ title: texts.working(boxes.length), action: { label: texts.stop, onAction: () => (isStopped = true) } })
  const edits: Edit[] = []
  const unclear: (string | null)[] = []
  try {
    for (const { id, box } of boxes) {
      if (isStopped) break
      const { pair, outline: shape } = await outlineBox(image, box)
      if (!shape) unclear.push(pair)
      else if (isSameBox(annotationOf(id), box)) {
        edits.push({ kind: 'revise', annotationId: id, shape })
        outlinedBoxes.set(id, box)
      }
    }
  } catch (error) {
    showToast({ title: texts.failed, description: sentenceOf(error, texts.failedAbout), tone: 'danger' })
  }
  close()
  if (edits.length > 0) edit(texts.edit(edits.length), edits, image)
  if (unclear.length > 0) showToast({ title: texts.unclear(unclear, boxes.length) })
}

function isSameBox(now: Annotation | undefined, { x, y, width, height }: Box): boolean {
  const shape = now?.removed === false ? now.shape : null
  return shape?.kind === 'box' && shape.x === x && shape.y === y && shape.width === width && shape.height === height
}
