import { useState } from 'react'
import { useAttributeFields } from '../../../annotation/attributes/use-attribute-fields.ts'
import type { LabelBook } from '../../../annotation/label-book.ts'
import { useOutboxStatus } from '../../../sync/use-account-work.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type AnnotationDesk, useDocumentVersion } from '../use-document.ts'
import { refusalsOf } from './refusals.ts'
import styles from './refused.module.css'
import { RefusedEdit } from './refused-edit.tsx'

const shownAtOnce = 20

/** Edits that the server would not do: mine beside what stands there now, one decision each. Nothing is dropped by itself. */
export function RefusedEdits({ desk, book, onClose }: { desk: AnnotationDesk; book: LabelBook; onClose: () => void }) {
  const { document } = desk
  const { refused } = useOutboxStatus()
  useDocumentVersion(document)
  const fields = useAttributeFields(document.projectId)
  const [shown, setShown] = useState(shownAtOnce)
  /** A label that stands for a gone one does so in all edits. */
  const [instead, setInstead] = useState<ReadonlyMap<string, string>>(new Map())
  const refusals = refusalsOf(refused)
  const rest = refusals.length - shown

  return (
    <Dialog title="Edits that could not be saved" size="wide" isOpen onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p>
        {refusals.length === 0
          ? 'Every edit is saved.'
          : 'Mine is your edit on top of what stands there now: what you did not touch stays as it is there.'}
      </p>
      <ul className={styles.refused}>
        {refusals.slice(0, shown).map(refusal => (
          <RefusedEdit
            key={refusal.annotationId}
            refusal={refusal}
            desk={desk}
            book={book}
            fields={fields.data ?? []}
            instead={instead}
            onInstead={(gone, labelId) => setInstead(new Map(instead).set(gone, labelId))}
            onLeave={onClose}
          />
        ))}
      </ul>
      {rest > 0 && <Button onClick={() => setShown(shown + shownAtOnce)}>Show {Math.min(rest, shownAtOnce)} more</Button>}
    </Dialog>
  )
}
