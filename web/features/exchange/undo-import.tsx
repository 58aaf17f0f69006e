import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportSummary } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './exchange.module.css'
import { undoImport } from './queries.ts'
import { importTexts as texts } from './texts.ts'

const { undo: words } = texts

interface UndoImportProps {
  given: ImportSummary
  size?: 'small'
}

/** Button that undoes an import, with the last day on which this is possible. A dialog lists the effects and requests confirmation. */
export function UndoImport({ given, size }: UndoImportProps) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const undo = useMutation(undoImport())
  const { annotationCount = 0, newLabelCount = 0, filledImageCount = 0 } = given.result ?? {}

  async function confirm() {
    try {
      await undo.mutateAsync(given)
    } catch (error) {
      const description = sentenceOf(error, words.refused)
      showToast({ tone: 'danger', title: words.failed, description })
      throw error
    }
  }

  return (
    <>
      <Button size={size} aria-label={size && words.buttonOf(given.fileName)} onClick={() => setDialogOpen(true)}>
        {size ? words.button : words.buttonOfOpen}
      </Button>
      <span className={styles.until}>{words.until(given.expiresAt)}</span>
      <ConfirmDialog
        title={words.title(given.fileName)}
        confirm={words.confirm}
        tone="danger"
        isOpen={isDialogOpen}
        onConfirm={confirm}
        onClose={() => setDialogOpen(false)}
      >
        <p>
          {annotationCount > 0 && `${words.annotations(annotationCount)} `}
          {words.coverage}
        </p>
        {newLabelCount > 0 && <p>{words.labels(newLabelCount)}</p>}
        {filledImageCount > 0 && <p>{words.facts(filledImageCount)}</p>}
      </ConfirmDialog>
    </>
  )
}
