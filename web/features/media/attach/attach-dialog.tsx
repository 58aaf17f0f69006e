import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MetadataReport } from '../../../../shared/contracts/media.ts'
import { metadataCsvLimitBytes } from '../../../../shared/limits.ts'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { formatBytes, formatCount } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { attachMetadata, mediaKeys, refreshLists, refreshProject } from '../queries.ts'
import { acceptedTables } from '../upload/collect-files.ts'
import styles from './attach.module.css'
import { Report } from './report.tsx'

interface AttachDialogProps {
  projectId: string
  /** A table that was dropped on the page; null asks for one. */
  table: File | null
  onClose: () => void
}

type Step =
  | { name: 'choose' }
  | { name: 'reading'; table: File }
  | { name: 'checked'; table: File; report: MetadataReport }
  | { name: 'applying'; table: File; report: MetadataReport }
  | { name: 'failed'; table: File; error: unknown; applying: boolean }

/** Attaches times, positions, depths and altitudes from a CSV: first it shows what the table would do, then it does it. */
export function AttachDialog({ projectId, table, onClose }: AttachDialogProps) {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>(table ? { name: 'reading', table } : { name: 'choose' })

  const reading = step.name === 'reading' ? step.table : null
  useEffect(() => {
    if (!reading) return
    const giveUp = new AbortController()
    read(projectId, reading, giveUp.signal).then(
      report => setStep({ name: 'checked', table: reading, report }),
      error => {
        if (!giveUp.signal.aborted) setStep({ name: 'failed', table: reading, error, applying: false })
      }
    )
    return () => giveUp.abort()
  }, [projectId, reading])

  async function apply(table: File, report: MetadataReport) {
    setStep({ name: 'applying', table, report })
    try {
      const done = await attachMetadata(projectId, table, false)
      await Promise.all([refreshLists(client, projectId).catch(() => {}), client.invalidateQueries({ queryKey: mediaKeys.items })])
      void refreshProject(client, projectId)
      showToast({ tone: 'ok', title: `${formatCount(done.changedCount, 'photograph')} changed`, description: `From ${table.name}.` })
      onClose()
    } catch (error) {
      setStep({ name: 'failed', table, error, applying: true })
    }
  }

  const choose = (files: File[]) => files[0] && setStep({ name: 'reading', table: files[0] })
  const again = <Button onClick={() => setStep({ name: 'choose' })}>Choose another table</Button>
  const checked = step.name === 'checked' || step.name === 'applying' ? step : null

  return (
    <Dialog
      title="Attach a table"
      isOpen
      onClose={onClose}
      size={checked ? 'wide' : 'normal'}
      keepOpenOutside
      actions={
        checked && (
          <>
            {again}
            <Button
              variant="primary"
              busy={step.name === 'applying'}
              disabled={checked.report.changedCount === 0}
              onClick={() => void apply(checked.table, checked.report)}
            >
              {checked.report.changedCount === 0 ? 'Nothing to change' : `Change ${formatCount(checked.report.changedCount, 'photograph')}`}
            </Button>
          </>
        )
      }
    >
      {step.name === 'choose' && <Choose onFiles={choose} />}
      {step.name === 'reading' && <ProgressBar label={`Checking ${step.table.name} against the photographs`} />}
      {checked && <Report fileName={checked.table.name} report={checked.report} />}
      {step.name === 'failed' && (
        <>
          <ErrorPanel
            title={step.applying ? 'The table was not applied' : 'The table could not be read'}
            detail={sentenceOf(step.error, 'The server did not take it.')}
            safe={step.applying ? undefined : 'No photograph was changed.'}
            reference={step.error instanceof ApiError ? step.error.requestId : null}
            onRetry={() => setStep({ name: 'reading', table: step.table })}
          />
          <div>{again}</div>
        </>
      )}
    </Dialog>
  )
}

async function read(projectId: string, table: File, signal: AbortSignal): Promise<MetadataReport> {
  if (table.size > metadataCsvLimitBytes) throw new Error(`${table.name} is larger than ${formatBytes(metadataCsvLimitBytes)}: split it.`)
  return attachMetadata(projectId, table, true, signal)
}

function Choose({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <>
      <p>
        A table with one row per photograph: its rows find their photographs by file name and fill in time, position, depth and height above
        the sea floor. You see what would change before anything does.
      </p>
      <DropZone
        label="Drop a CSV table here"
        description="UTF-8, with a header row; comma, semicolon or tab between the columns."
        button="Choose a table"
        accept={acceptedTables}
        multiple={false}
        onFiles={onFiles}
      />
      <details className={styles.names}>
        <summary>Column names that are understood</summary>
        <dl>
          <dt>File</dt>
          <dd>
            <code>filename</code>, <code>file</code> (required)
          </dd>
          <dt>Time, UTC</dt>
          <dd>
            <code>taken_at</code>, <code>utc</code>, <code>datetime</code>, <code>date time</code>, <code>SUB_datetime</code>
          </dd>
          <dt>Position</dt>
          <dd>
            <code>lat</code> and <code>lng</code>, <code>latitude</code> and <code>longitude</code>, <code>SUB_latitude</code> and{' '}
            <code>SUB_longitude</code>
          </dd>
          <dt>Depth</dt>
          <dd>
            <code>dep</code>, <code>depth</code>, <code>SUB_depth</code> (positive down), <code>gps_altitude</code> (negative down)
          </dd>
          <dt>Height</dt>
          <dd>
            <code>distance_to_ground</code>, <code>hgt</code>, <code>SUB_distance</code>
          </dd>
        </dl>
        <p>Other columns are kept with each photograph as they are.</p>
      </details>
    </>
  )
}
