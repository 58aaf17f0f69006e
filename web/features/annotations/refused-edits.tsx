import type { Annotation, AnnotationOperation } from '../../../shared/contracts/annotations.ts'
import type { Waiting } from '../../sync/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Changes, changesOf, type Edit, editOf } from './document/edits.ts'
import type { LabelBook } from './label-book.ts'
import styles from './panels.module.css'
import { type AnnotationDesk, useOutboxStatus } from './use-document.ts'

/** Edits that the server would not do: mine beside what stands there now, one decision each. Nothing is dropped by itself. */
export function RefusedEdits({ desk, book, onClose }: { desk: AnnotationDesk; book: LabelBook; onClose: () => void }) {
  const { document, outbox } = desk
  const { refused } = useOutboxStatus(outbox)
  const groups = byAnnotation(refused)

  async function useMine(waiting: Waiting[]) {
    const operations = waiting.map(({ edit }) => edit.body as AnnotationOperation)
    const mediaId = document.get(operations[0]!.annotationId)?.mediaId
    const edit = merged(operations)
    if (mediaId && edit) document.do('Use my version', mediaId, [edit])
    await outbox.discard(waiting.map(({ key }) => key))
  }

  return (
    <Dialog title="Edits that could not be saved" isOpen onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {groups.length === 0 && <p>Every edit is saved.</p>}
      <ul className={styles.refused}>
        {groups.map(({ annotationId, waiting }) => {
          const there = document.get(annotationId)
          const operations = waiting.map(({ edit }) => edit.body as AnnotationOperation)
          return (
            <li key={annotationId}>
              <p>{waiting[0]!.edit.problem}</p>
              <dl>
                <dt>Mine</dt>
                <dd>{inWords(operations, book)}</dd>
                <dt>There now</dt>
                <dd>{there ? standing(there, book) : 'on an image that is not open'}</dd>
              </dl>
              <div className={styles.actions}>
                <Button size="small" variant="primary" disabled={!there} onClick={() => void useMine(waiting)}>
                  Use mine
                </Button>
                <Button size="small" onClick={() => void outbox.discard(waiting.map(({ key }) => key))}>
                  Keep what is there
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() => void navigator.clipboard.writeText(JSON.stringify(operations, null, 2))}
                >
                  Copy mine
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

function byAnnotation(refused: readonly Waiting[]): { annotationId: string; waiting: Waiting[] }[] {
  const groups = new Map<string, Waiting[]>()
  for (const waiting of refused) {
    const { annotationId } = waiting.edit.body as AnnotationOperation
    groups.set(annotationId, [...(groups.get(annotationId) ?? []), waiting])
  }
  return [...groups].map(([annotationId, waiting]) => ({ annotationId, waiting }))
}

/** Several edits of one annotation as one edit on what stands there now. */
function merged(operations: AnnotationOperation[]): Edit | null {
  const last = operations.at(-1)
  if (!last) return null
  if (last.kind !== 'revise') return editOf(last)
  let changes: Changes = {}
  for (const operation of operations) if (operation.kind === 'revise') changes = { ...changes, ...changesOf(editOf(operation) as never) }
  return { kind: 'revise', annotationId: last.annotationId, ...changes }
}

function inWords(operations: AnnotationOperation[], book: LabelBook): string {
  const words = operations.map(operation => {
    if (operation.kind === 'create') return `a new ${operation.shape?.kind ?? 'label of the whole image'}`
    if (operation.kind !== 'revise') return operation.kind === 'remove' ? 'removed' : 'restored'
    return [
      operation.shape !== undefined && 'another outline',
      operation.labelId !== undefined && `named ${book.get(operation.labelId)?.name ?? 'nothing'}`,
      operation.confidence !== undefined && 'another certainty',
      operation.reviewState !== undefined && operation.reviewState
    ]
      .filter(Boolean)
      .join(', ')
  })
  return words.join('; ')
}

const standing = ({ removed, labelId, shape, annotator, revision }: Annotation, book: LabelBook) =>
  removed ? 'removed' : `${book.get(labelId)?.name ?? 'not named'}, ${shape?.kind ?? 'whole image'}, by ${annotator}, revision ${revision}`
