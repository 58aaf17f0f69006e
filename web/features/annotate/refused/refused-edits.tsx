import { useState } from 'react'
import { useAttributeFields } from '../../../annotation/attributes/use-attribute-fields.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { useOutboxStatus } from '../../../sync/use-account-work.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import listStyles from '../../../ui/refusal-list.module.css'
import { type AnnotationStore, useDocumentVersion } from '../use-document.ts'
import { refusalsOf } from './refusals.ts'
import { RefusedEdit } from './refused-edit.tsx'
import { texts } from './texts.ts'

const { dialog: words } = texts

const shownAtOnce = 20

/** Dialog for refused edits, with a decision between the person's and the server's version of each annotation. Nothing is dropped automatically. */
export function RefusedEdits({ store, labelIndex, onClose }: { store: AnnotationStore; labelIndex: LabelIndex; onClose: () => void }) {
  const { document } = store
  const { refused } = useOutboxStatus()
  useDocumentVersion(document)
  const fields = useAttributeFields(document.projectId)
  const [shown, setShown] = useState(shownAtOnce)
  /** Replacements for deleted labels, by the deleted label's id. Each applies to all refused edits. */
  const [instead, setInstead] = useState<ReadonlyMap<string, string>>(new Map())
  const refusals = refusalsOf(refused)
  const rest = refusals.length - shown

  return (
    <Dialog title={words.title} size="wide" isOpen onClose={onClose} actions={<Button onClick={onClose}>{words.close}</Button>}>
      {refusals.length > 0 && <p>{words.about}</p>}
      {refused.some(({ kind }) => kind === 'site') && <p>{words.sites}</p>}
      {refused.length === 0 && <p>{words.none}</p>}
      <ul className={listStyles.list}>
        {refusals.slice(0, shown).map(refusal => (
          <RefusedEdit
            key={refusal.annotationId}
            refusal={refusal}
            store={store}
            labelIndex={labelIndex}
            fields={fields.data ?? []}
            instead={instead}
            onInstead={(gone, labelId) => setInstead(new Map(instead).set(gone, labelId))}
            onLeave={onClose}
          />
        ))}
      </ul>
      {rest > 0 && <Button onClick={() => setShown(shown + shownAtOnce)}>{words.more(Math.min(rest, shownAtOnce))}</Button>}
    </Dialog>
  )
}
