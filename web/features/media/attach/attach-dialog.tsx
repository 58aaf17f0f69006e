import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ClockSetting } from '../../../../shared/contracts/camera-clocks.ts'
import type { MetadataReport } from '../../../../shared/contracts/media.ts'
import { metadataCsvLimitBytes } from '../../../../shared/limits.ts'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { mediaKeys, refreshLists } from '../../../imagery/images.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { attachMetadata, refreshProject } from '../queries.ts'
import { acceptedTables } from '../upload/collect-files.ts'
import styles from './attach.module.css'
import { LocalTimes } from './local-times.tsx'
import { Report } from './report.tsx'
import { texts } from './texts.ts'

const { columns } = texts

interface AttachDialogProps {
  projectId: string
  /** Table that was dropped on the page; null to show a file field. */
  table: File | null
  onClose: () => void
}

type Step =
  | { name: 'choose' }
  | { name: 'reading'; table: File }
  | { name: 'checked' | 'applying'; table: File; report: MetadataReport; setting: ClockSetting | null }
  | { name: 'failed'; table: File; error: unknown; applying: boolean }

/** Dialog that attaches times, positions, depths and altitudes from a CSV table. It previews the changes before they are applied. */
// Long: one dialog with its states and the functions that change them.
export function AttachDialog({ projectId, table, onClose }: AttachDialogProps) {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>(table ? { name: 'reading', table } : { name: 'choose' })
  const [clock, setClock] = useState<ClockSetting | null>(null)

  const reading = step.name === 'reading' ? step.table : null
  useEffect(() => {
    if (!reading) return
    const giveUp = new AbortController()
    read(projectId, reading, null, giveUp.signal).then(
      report => setStep({ name: 'checked', table: reading, report, setting: null }),
      error => {
        if (!giveUp.signal.aborted) setStep({ name: 'failed', table: reading, error, applying: false })
      }
    )
    return () => giveUp.abort()
  }, [projectId, reading])

  async function apply({ table, report, setting }: { table: File; report: MetadataReport; setting: ClockSetting | null }) {
    setStep({ name: 'applying', table, report, setting })
    try {
      const done = await attachMetadata(projectId, table, { dryRun: false, setting })
      await Promise.all([refreshLists(client, projectId).catch(() => {}), client.invalidateQueries({ queryKey: mediaKeys.items })])
      void refreshProject(client, projectId)
      showToast({ tone: 'ok', title: texts.changed(done.changedCount), description: texts.from(table.name) })
      onClose()
    } catch (error) {
      setStep({ name: 'failed', table, error, applying: true })
    }
  }

  function choose([table]: File[]) {
    setClock(null)
    if (table) setStep({ name: 'reading', table })
  }

  const again = <Button onClick={() => setStep({ name: 'choose' })}>{texts.another}</Button>
  const checked = step.name === 'checked' || step.name === 'applying' ? step : null
  const isStale = step.name === 'checked' && JSON.stringify(clock) !== JSON.stringify(step.setting)
  const changing = isStale ? step.table : null

  useEffect(() => {
    if (!changing) return
    const giveUp = new AbortController()
    const timer = setTimeout(() => {
      read(projectId, changing, clock, giveUp.signal).then(
        report => setStep({ name: 'checked', table: changing, report, setting: clock }),
        error => {
          if (!giveUp.signal.aborted) setStep({ name: 'failed', table: changing, error, applying: false })
        }
      )
    }, settleMs)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [projectId, changing, clock])

  return (
    <Dialog
      title={texts.title}
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
              disabled={checked.report.changedCount === 0 || isStale}
              onClick={() => void apply(checked)}
            >
              {texts.change(checked.report.changedCount)}
            </Button>
          </>
        )
      }
    >
      {step.name === 'choose' && <Choose onFiles={choose} />}
      {step.name === 'reading' && <ProgressBar label={texts.checking(step.table.name)} />}
      {checked?.report.localTimes && <LocalTimes times={checked.report.localTimes} onSetting={setClock} />}
      {checked && <Report fileName={checked.table.name} report={checked.report} />}
      {step.name === 'failed' && (
        <>
          <ErrorPanel
            title={step.applying ? texts.notApplied : texts.notRead}
            detail={sentenceOf(step.error, texts.refused)}
            safe={step.applying ? undefined : texts.unchanged}
            reference={step.error instanceof ApiError ? step.error.requestId : null}
            onRetry={() => choose([step.table])}
          />
          <div>{again}</div>
        </>
      )}
    </Dialog>
  )
}

/** Delay between the last change to a clock setting and the next check of the table, in milliseconds. */
const settleMs = 400

async function read(projectId: string, table: File, setting: ClockSetting | null, signal: AbortSignal): Promise<MetadataReport> {
  if (table.size > metadataCsvLimitBytes) throw new Error(texts.tooLarge(table.name, formatBytes(metadataCsvLimitBytes)))
  return attachMetadata(projectId, table, { dryRun: true, setting }, signal)
}

function Choose({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <>
      <p>{texts.choose.about}</p>
      <DropZone
        label={texts.choose.drop}
        description={texts.choose.dropAbout}
        button={texts.choose.button}
        accept={acceptedTables}
        multiple={false}
        onFiles={onFiles}
      />
      <details className={styles.names}>
        <summary>{columns.title}</summary>
        <dl>
          <dt>{columns.file}</dt>
          <dd>
            <code>filename</code>, <code>file</code> {columns.required}
          </dd>
          <dt>{columns.time}</dt>
          <dd>
            <code>taken_at</code>, <code>utc</code>, <code>datetime_utc</code>, <code>SUB_datetime</code>; {columns.others}{' '}
            <code>datetime</code>, <code>date time</code> {columns.and} <code>timestamp</code>, {columns.ifZone}
          </dd>
          <dt>{columns.position}</dt>
          <dd>
            <code>lat</code> {columns.and} <code>lng</code>, <code>latitude</code> {columns.and} <code>longitude</code>,{' '}
            <code>SUB_latitude</code> {columns.and} <code>SUB_longitude</code>: {columns.notation}
          </dd>
          <dt>{columns.depth}</dt>
          <dd>
            <code>dep</code>, <code>depth</code>, <code>SUB_depth</code>, <code>depth_ft</code> {columns.positive},{' '}
            <code>gps_altitude</code> {columns.negative}
          </dd>
          <dt>{columns.height}</dt>
          <dd>
            <code>distance_to_ground</code>, <code>hgt</code>, <code>SUB_distance</code>
          </dd>
        </dl>
        <p>{columns.rest}</p>
      </details>
    </>
  )
}
