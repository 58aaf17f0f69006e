import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportSummary } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { DeleteIcon } from '../../ui/icons.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './exchange.module.css'
import { formatWords } from './formats.ts'
import { JobProgress } from './job-progress.tsx'
import { removeImport } from './queries.ts'

interface ImportListProps {
  projectId: string
  imports: ImportSummary[]
  mayEdit: boolean
  onOpen: (importId: string) => void
}

/** Files that were brought, and what became of them. */
export function ImportList({ projectId, imports, mayEdit, onOpen }: ImportListProps) {
  const [removing, setRemoving] = useState<ImportSummary | null>(null)
  const remove = useMutation(removeImport(projectId))

  async function confirm(given: ImportSummary) {
    try {
      await remove.mutateAsync(given.id)
    } catch (error) {
      showToast({ tone: 'danger', title: `${given.fileName} was not deleted`, description: sentenceOf(error, 'The server refused.') })
      throw error
    }
  }

  return (
    <>
      <ul className={styles.list}>
        {imports.map(given => (
          <li key={given.id} className={styles.row}>
            <div className={styles.rowWords}>
              <p className={styles.rowName}>{given.fileName}</p>
              <p className={styles.rowAbout}>
                {given.format ? `${formatWords[given.format].name} · ` : ''}
                {given.createdBy} · <Timestamp time={given.createdAt} />
              </p>
              <Standing given={given} mayEdit={mayEdit} />
            </div>
            <div className={styles.rowActions}>
              <Button size="small" aria-label={`${openWords(given)}: ${given.fileName}`} onClick={() => onOpen(given.id)}>
                {openWords(given)}
              </Button>
              {mayEdit && given.state !== 'applying' && (
                <IconButton size="small" label={`Delete ${given.fileName}`} onClick={() => setRemoving(given)}>
                  <DeleteIcon />
                </IconButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          title={removing.state === 'applied' ? 'Take this import off the list?' : 'Give this import up?'}
          confirm={removing.state === 'applied' ? 'Take off' : 'Give up'}
          tone="danger"
          isOpen
          onConfirm={() => confirm(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>
            {removing.state === 'applied'
              ? 'Its annotations stay. The table of what was not taken goes.'
              : 'The file that was brought goes from the server. Nothing of it was imported.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const openWords = ({ state }: ImportSummary) => (state === 'ready' ? 'Look it over' : 'Open')

function Standing({ given, mayEdit }: { given: ImportSummary; mayEdit: boolean }) {
  if (given.state === 'checking') return <JobProgress label="Reading" job={given.job} readOnly={!mayEdit} />
  if (given.state === 'applying') return <JobProgress label="Importing" job={given.job} readOnly={!mayEdit} />
  if (given.state === 'failed') return <p className={styles.failure}>{given.failure}</p>
  if (given.state === 'ready') return <Badge tone="primary">Waits for you</Badge>
  return <p className={styles.standing}>{given.result && `${formatCount(given.result.annotationCount, 'annotation')} imported`}</p>
}
