import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportSummary } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.tsx'
import { staying } from './outcome-words.ts'
import { undoImport } from './queries.ts'

interface UndoImportProps {
  given: ImportSummary
  size?: 'small'
}

/** Removes what an import brought, once a person has read what goes and what stays. */
export function UndoImport({ given, size }: UndoImportProps) {
  const [isAsking, setAsking] = useState(false)
  const undo = useMutation(undoImport())
  const annotationCount = given.result?.annotationCount ?? 0
  const left = given.result ? staying(given.result) : []

  async function confirm() {
    try {
      await undo.mutateAsync(given)
    } catch (error) {
      const description = sentenceOf(error, 'The server refused.')
      showToast({ tone: 'danger', title: 'The import was not undone', description })
      throw error
    }
  }

  return (
    <>
      <Button size={size} aria-label={`Undo the import of ${given.fileName}`} onClick={() => setAsking(true)}>
        Undo
      </Button>
      <ConfirmDialog
        title={`Undo the import of ${given.fileName}?`}
        confirm="Undo the import"
        tone="danger"
        isOpen={isAsking}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>
          {annotationCount > 0 &&
            `Its ${formatCount(annotationCount, 'annotation')} will be removed, except those that were changed since. `}
          Its images will no longer count as covered by this file.
        </p>
        {left.length > 0 && <p>Other things that it brought stay: {left.join(' and ')}.</p>}
      </ConfirmDialog>
    </>
  )
}
