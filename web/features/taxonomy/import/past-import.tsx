import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatalogImport } from '../../../../shared/contracts/taxonomy-import.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount, formatDay } from '../../../ui/format.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from './import.module.css'
import { undoCatalogImport } from './queries.ts'

interface PastImportProps {
  given: CatalogImport
  mayEdit: boolean
  /** Shows its labels in the catalog. */
  onSee: (importId: string) => void
}

/** One import into the catalog: its outcome, and the ways to see its labels and to undo it. */
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
      showToast({ tone: 'danger', title: 'The import was not undone', description: sentenceOf(error, 'The server refused it.') })
    }
    setBusy(false)
    setDialogOpen(false)
  }

  return (
    <div className={styles.past}>
      <p className={styles.pastTitle}>{sourceName}</p>
      <p className={styles.source}>
        {outcome(given)} · by {by} <Timestamp time={at} />
      </p>
      {undone && <Undone undone={undone} />}
      {isDialogOpen && (
        <p className={styles.question} role="alert">
          Its new labels are removed, and changed labels get their former state. Labels that were used or changed since stay. This cannot be
          taken back.
        </p>
      )}
      <div className={styles.pastActions}>
        {(!undone || undone.keptCount > 0) && !isDialogOpen && (
          <Button size="small" aria-label={`See them: ${sourceName}`} onClick={() => onSee(id)}>
            See them
          </Button>
        )}
        {mayEdit && !undone && !isDialogOpen && (
          <Button size="small" aria-label={`Undo this import: ${sourceName}`} onClick={() => setDialogOpen(true)}>
            Undo this import
          </Button>
        )}
        {mayEdit && !undone && !isDialogOpen && <span className={styles.until}>possible until {formatDay(expiresAt)}</span>}
        {isDialogOpen && (
          <>
            <Button size="small" onClick={() => setDialogOpen(false)}>
              Keep it
            </Button>
            <Button size="small" variant="danger" busy={isBusy} onClick={() => void undo()}>
              Undo the import
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function outcome({ newCount, changedCount }: CatalogImport): string {
  const parts = [
    newCount > 0 && `${formatCount(newCount, 'label')} added`,
    changedCount > 0 && `${formatCount(changedCount, 'label')} changed`
  ]
  return parts.filter(Boolean).join(', ')
}

type UndoneImport = NonNullable<CatalogImport['undone']>

const reasons: Record<UndoneImport['kept'][number]['reason'], string> = {
  used: 'in use',
  changed: 'changed since',
  above: 'above a label that stays',
  rule: 'named by a rule or a reference image',
  merged: 'merged with another label'
}
const mostListed = 50

function Undone({ undone: { removedCount, restoredCount, keptCount, kept } }: { undone: UndoneImport }) {
  const parts = [
    `${formatCount(removedCount, 'label')} removed`,
    restoredCount > 0 && `${formatCount(restoredCount, 'label')} restored`,
    keptCount > 0 && `${formatCount(keptCount, 'label')} kept`
  ]
  const listed = kept.slice(0, mostListed)
  return (
    <div role="status">
      <p>Undone: {parts.filter(Boolean).join(', ')}.</p>
      {listed.length > 0 && (
        <ul className={styles.kept} aria-label="Kept labels">
          {listed.map(({ labelId, name, reason }) => (
            <li key={labelId}>
              {name} <span className={styles.until}>{reasons[reason]}</span>
            </li>
          ))}
        </ul>
      )}
      {keptCount > listed.length && listed.length > 0 && <p className={styles.until}>The first {listed.length} are listed.</p>}
    </div>
  )
}
