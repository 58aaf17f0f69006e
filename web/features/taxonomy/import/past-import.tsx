import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatalogImport } from '../../../../shared/contracts/taxonomy-import.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './import.module.css'
import { undoCatalogImport } from './queries.ts'
import { texts } from './texts.tsx'

const { past: words } = texts

interface PastImportProps {
  given: CatalogImport
  mayEdit: boolean
  /** Shows the imported labels in the catalog. */
  onSee: (importId: string) => void
}

/** One import into the catalog: its outcome, and buttons to see its labels and to undo it. */
export function PastImport({ given, mayEdit, onSee }: PastImportProps) {
  const { id, projectId, sourceName, at, by, undone, expiresAt } = given
  const client = useQueryClient()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function undo() {
    setBusy(true)
    try {
      await undoCatalogImport(client, projectId, id)
    } catch (error) {
      showToast({ tone: 'danger', title: words.notUndone, description: sentenceOf(error, words.refused) })
    }
    setBusy(false)
    setDialogOpen(false)
  }

  return (
    <div className={styles.past}>
      <p className={styles.pastTitle}>{sourceName}</p>
      <p className={styles.source}>
        {words.outcome(given)}
        {words.by(by)}
        <Timestamp time={at} />
      </p>
      {undone && <Undone undone={undone} />}
      {isDialogOpen && (
        <p className={styles.question} role="alert">
          {words.question}
        </p>
      )}
      <div className={styles.pastActions}>
        {(!undone || undone.keptCount > 0) && !isDialogOpen && (
          <Button size="small" aria-label={words.seeOf(sourceName)} onClick={() => onSee(id)}>
            {words.see}
          </Button>
        )}
        {mayEdit && !undone && !isDialogOpen && (
          <Button size="small" aria-label={words.undoOf(sourceName)} onClick={() => setDialogOpen(true)}>
            {words.undo}
          </Button>
        )}
        {mayEdit && !undone && !isDialogOpen && <span className={styles.until}>{words.until(expiresAt)}</span>}
        {isDialogOpen && (
          <>
            <Button size="small" onClick={() => setDialogOpen(false)}>
              {words.keep}
            </Button>
            <Button size="small" variant="danger" busy={isBusy} onClick={() => void undo()}>
              {words.confirm}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

type UndoneImport = NonNullable<CatalogImport['undone']>

const mostListed = 50

function Undone({ undone }: { undone: UndoneImport }) {
  const { kept, keptCount } = undone
  const listed = kept.slice(0, mostListed)
  return (
    <div role="status">
      <p>{words.undone(undone)}</p>
      {listed.length > 0 && (
        <ul className={styles.kept} aria-label={words.kept}>
          {listed.map(({ labelId, name, reason }) => (
            <li key={labelId}>
              {name} <span className={styles.until}>{words.reasons[reason]}</span>
            </li>
          ))}
        </ul>
      )}
      {keptCount > listed.length && listed.length > 0 && <p className={styles.until}>{words.first(listed.length)}</p>}
    </div>
  )
}
