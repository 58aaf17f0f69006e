import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { annotatePath, mediaPath } from '../../../shared/addresses.ts'
import type { Export, FaultyRecord } from '../../../shared/contracts/exchange.ts'
import { recordsIn } from '../../../shared/export-options.ts'
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
import { exportTexts as texts } from './texts.ts'

const { exportList: words } = texts

interface ExportListProps {
  projectId: string
  exports: Export[]
  mayEdit: boolean
}

/** List of the finished and running exports of a project. */
export function ExportList({ projectId, exports, mayEdit }: ExportListProps) {
  const remove = useMutation(removeExport(projectId))
  return (
    <FileList
      files={exports}
      status={made => <Status made={made} mayEdit={mayEdit} />}
      actions={made =>
        made.state === 'ready' && (
          <Button
            size="small"
            icon={<DownloadIcon aria-hidden />}
            aria-label={words.downloadOf(made.fileName)}
            onClick={() => void download(`/exports/${made.id}/content`, made.fileName)}
          >
            {words.download}
          </Button>
        )
      }
      mayDelete={() => mayEdit}
      question={({ fileName }) => ({
        title: words.delete.title,
        confirm: words.delete.confirm,
        about: words.delete.about(fileName)
      })}
      onDelete={remove.mutateAsync}
    />
  )
}

function Status({ made, mayEdit }: { made: Export; mayEdit: boolean }) {
  if (made.state === 'making') return <JobProgress label={words.writing} job={made.job} readOnly={!mayEdit} />
  if (made.state === 'cancelled') return <Badge>{words.cancelled}</Badge>
  if (made.state === 'failed') {
    return (
      <div className={styles.status}>
        <p className={styles.failure} role="alert">
          {made.failure}
        </p>
        <Remarks made={made} />
      </div>
    )
  }
  const { annotations, observations } = recordsIn(made.options)
  return (
    <div className={styles.status}>
      <p>
        {[
          annotations && made.annotationCount !== null && formatCount(made.annotationCount, 'annotation'),
          annotations && made.imageCount !== null && formatCount(made.imageCount, 'image'),
          observations && words.observations,
          made.sizeBytes !== null && formatBytes(made.sizeBytes)
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Remarks made={made} />
    </div>
  )
}

/** Remarks on an export: the data that the format loses, and the validation rules that records break. */
function Remarks({ made }: { made: Export }) {
  const { projectId, losses, faults, errorCount, warningCount } = made
  if (losses.length === 0 && faults.length === 0) return null
  const counts = [
    ...(errorCount > 0 ? [formatCount(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [formatCount(warningCount, 'warning')] : []),
    ...(losses.length > 0 ? [words.losses(losses.length)] : [])
  ]
  return (
    <details className={styles.remarks}>
      <summary>{counts.join(', ')}</summary>
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
              {count > records.length && <li>{words.moreInReport(count - records.length)}</li>}
            </ul>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => void download(`/exports/${made.id}/report`, `${made.fileName}-report.csv`)}>
        {words.downloadReport}
      </Button>
    </details>
  )
}

/** Link to the place where a record can be corrected: a publication field, a label, an annotation or the metadata of an image. */
function RecordLink({ projectId, record: { name, taxon, mediaId, annotationId, path } }: { projectId: string; record: FaultyRecord }) {
  const address = path ?? addressOf(projectId, mediaId, annotationId)
  const place = taxon && name.startsWith(taxon.scientificName) ? name.slice(taxon.scientificName.length) : null
  const text = (
    <>
      {taxon && place !== null ? <TaxonName label={taxonNamed(taxon.scientificName, taxon.taxonRank)} /> : name}
      {place}
    </>
  )
  return address === null ? text : <Link to={address}>{text}</Link>
}

function addressOf(projectId: string, mediaId: string | null, annotationId: string | null): string | null {
  if (mediaId === null) return null
  return annotationId ? annotatePath(projectId, { mediaId, annotationId }) : mediaPath(projectId, mediaId)
}
