import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { annotatePath, mediaPath } from '../../../shared/addresses.ts'
import type { Export, FaultyRecord } from '../../../shared/contracts/exchange.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatBytes, formatCount, formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import { taxonNamed } from '../../ui/taxon-named.ts'
import { download } from './download.ts'
import styles from './exchange.module.css'
import { FileList } from './file-list.tsx'
import { JobProgress } from './job-progress.tsx'
import { removeExport } from './queries.ts'

interface ExportListProps {
  projectId: string
  exports: Export[]
  mayEdit: boolean
}

/** Files that were written, and those that are being written. */
export function ExportList({ projectId, exports, mayEdit }: ExportListProps) {
  const remove = useMutation(removeExport(projectId))
  return (
    <FileList
      files={exports}
      standing={made => <Standing made={made} mayEdit={mayEdit} />}
      actions={made =>
        made.state === 'ready' && (
          <Button
            size="small"
            icon={<DownloadIcon aria-hidden />}
            aria-label={`Download ${made.fileName}`}
            onClick={() => void download(`/exports/${made.id}/content`, made.fileName)}
          >
            Download
          </Button>
        )
      }
      mayDelete={() => mayEdit}
      question={({ fileName }) => ({
        title: 'Delete this export?',
        confirm: 'Delete export',
        about: `${fileName} goes for everyone. The annotations stay, and it can be made again.`
      })}
      onDelete={remove.mutateAsync}
    />
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
        {[
          made.annotationCount !== null && formatCount(made.annotationCount, 'annotation'),
          made.imageCount !== null && formatCount(made.imageCount, 'image'),
          made.sizeBytes !== null && formatBytes(made.sizeBytes)
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Remarks made={made} />
    </div>
  )
}

/** What the format could not hold, and which rules records break. */
function Remarks({ made }: { made: Export }) {
  const { projectId, losses, faults, errorCount, warningCount } = made
  if (losses.length === 0 && faults.length === 0) return null
  const words = [
    ...(errorCount > 0 ? [formatCount(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [formatCount(warningCount, 'warning')] : []),
    ...(losses.length > 0 ? [`${formatCount(losses.length, 'kind')} left out or changed`] : [])
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
        {faults.map(({ severity, column, message, count, records }) => (
          <li key={`${severity} ${column} ${message}`}>
            <Badge tone={severity === 'error' ? 'danger' : 'warn'}>{severity}</Badge> {message} <code>{column}</code>{' '}
            <span className={styles.times}>× {formatNumber(count)}</span>
            <ul className={styles.records}>
              {records.map(record => (
                <li key={record.annotationId ?? record.name}>
                  <RecordLink projectId={projectId} record={record} />
                </li>
              ))}
              {count > records.length && <li>and {formatNumber(count - records.length)} more in the report</li>}
            </ul>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => void download(`/exports/${made.id}/report`, `${made.fileName}-report.csv`)}>
        Download the whole report
      </Button>
    </details>
  )
}

/** Where it is put right: a field of the publication, a label, the annotation on its image, the facts of an image. */
function RecordLink({ projectId, record: { name, taxon, mediaId, annotationId, path } }: { projectId: string; record: FaultyRecord }) {
  const address = path ?? addressOf(projectId, mediaId, annotationId)
  const place = taxon && name.startsWith(taxon.scientificName) ? name.slice(taxon.scientificName.length) : null
  const words = (
    <>
      {taxon && place !== null ? <TaxonName label={taxonNamed(taxon.scientificName, taxon.taxonRank)} /> : name}
      {place}
    </>
  )
  return address === null ? words : <Link to={address}>{words}</Link>
}

function addressOf(projectId: string, mediaId: string | null, annotationId: string | null): string | null {
  if (mediaId === null) return null
  return annotationId ? annotatePath(projectId, { mediaId, annotationId }) : mediaPath(projectId, mediaId)
}
