import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Export } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { DeleteIcon, DownloadIcon } from '../../ui/icons.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import { download } from './download.ts'
import styles from './exchange.module.css'
import { formatWords } from './formats.ts'
import { JobProgress } from './job-progress.tsx'
import { removeExport } from './queries.ts'

interface ExportListProps {
  projectId: string
  exports: Export[]
  mayEdit: boolean
}

/** Files that were written, and those that are being written. */
export function ExportList({ projectId, exports, mayEdit }: ExportListProps) {
  const [removing, setRemoving] = useState<Export | null>(null)
  const remove = useMutation(removeExport(projectId))

  async function confirm(made: Export) {
    try {
      await remove.mutateAsync(made.id)
    } catch (error) {
      showToast({ tone: 'danger', title: `${made.fileName} was not deleted`, description: sentenceOf(error, 'The server refused.') })
      throw error
    }
  }

  return (
    <>
      <ul className={styles.list}>
        {exports.map(made => (
          <li key={made.id} className={styles.row}>
            <div className={styles.rowWords}>
              <p className={styles.rowName}>{made.fileName}</p>
              <p className={styles.rowAbout}>
                {formatWords[made.format].name} · {made.createdBy} · <Timestamp time={made.createdAt} />
              </p>
              <Standing made={made} mayEdit={mayEdit} />
            </div>
            <div className={styles.rowActions}>
              {made.state === 'ready' && (
                <Button
                  size="small"
                  icon={<DownloadIcon aria-hidden />}
                  aria-label={`Download ${made.fileName}`}
                  onClick={() => void download(`/exports/${made.id}/content`, made.fileName)}
                >
                  Download
                </Button>
              )}
              {mayEdit && (
                <IconButton size="small" label={`Delete ${made.fileName}`} onClick={() => setRemoving(made)}>
                  <DeleteIcon />
                </IconButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          title="Delete this export?"
          confirm="Delete export"
          tone="danger"
          isOpen
          onConfirm={() => confirm(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{removing.fileName} goes for everyone. The annotations stay, and it can be made again.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Standing({ made, mayEdit }: { made: Export; mayEdit: boolean }) {
  if (made.state === 'making') return <JobProgress label="Writing" job={made.job} readOnly={!mayEdit} />
  if (made.state === 'cancelled') return <Badge>Cancelled</Badge>
  if (made.state === 'failed') {
    return (
      <div className={styles.standing}>
        <p className={styles.failure} role="alert">
          {made.failure}
        </p>
        <Remarks made={made} />
      </div>
    )
  }
  return (
    <div className={styles.standing}>
      <p>
        {formatCount(made.annotationCount ?? 0, 'annotation')} · {formatCount(made.imageCount ?? 0, 'image')} ·{' '}
        {formatBytes(made.sizeBytes ?? 0)}
      </p>
      <Remarks made={made} />
    </div>
  )
}

/** What the format could not hold, and which rules records break. */
function Remarks({ made }: { made: Export }) {
  const { losses, faults, errorCount, warningCount } = made
  if (losses.length === 0 && faults.length === 0) return null
  const words = [
    ...(errorCount > 0 ? [formatCount(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [formatCount(warningCount, 'warning')] : []),
    ...(losses.length > 0 ? [`${formatCount(losses.length, 'kind')} of loss`] : [])
  ]
  return (
    <details className={styles.remarks}>
      <summary>{words.join(', ')}</summary>
      <ul>
        {losses.map(({ message, count }) => (
          <li key={message}>
            {message} <span className={styles.times}>× {count}</span>
          </li>
        ))}
        {faults.slice(0, 20).map(({ severity, record, column, message }) => (
          <li key={`${record} ${column} ${message}`}>
            <Badge tone={severity === 'error' ? 'danger' : 'warn'}>{severity}</Badge> {message} <code>{column}</code> <code>{record}</code>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => void download(`/exports/${made.id}/report`, `${made.fileName}-report.csv`)}>
        Download the whole report
      </Button>
    </details>
  )
}
