import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AssignmentReport } from '../../../shared/contracts/sites.ts'
import { metadataCsvLimitBytes } from '../../../shared/limits.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AssignmentPreview } from './assignment-preview.tsx'
import { assignByTable, refreshSites } from './queries.ts'
import styles from './sites.module.css'

const accepted = ['.csv', '.tsv', '.txt', 'text/csv', 'text/tab-separated-values']

type Outcome = { report: AssignmentReport } | { error: unknown } | null

/** A table names the files and their sites: first it shows what it would do, then it does it. */
// Long: the fields of one form in their order.
export function ByTable({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const client = useQueryClient()
  const [table, setTable] = useState<File | null>(null)
  const [createSites, setCreateSites] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [isApplying, setApplying] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  useEffect(() => {
    setOutcome(null)
    setFailure(null)
    if (!table) return
    const giveUp = new AbortController()
    look(projectId, table, createSites, giveUp.signal).then(
      report => setOutcome({ report }),
      error => {
        if (!giveUp.signal.aborted) setOutcome({ error })
      }
    )
    return () => giveUp.abort()
  }, [projectId, table, createSites])

  async function apply(file: File) {
    setApplying(true)
    try {
      const { changedCount } = await assignByTable(projectId, { table: file, createSites, dryRun: false })
      await refreshSites(client, projectId)
      showToast({ tone: 'ok', title: `${formatCount(changedCount, 'image')} assigned`, description: `From ${file.name}.` })
      onDone()
    } catch (error) {
      setFailure(error)
      setApplying(false)
    }
  }

  if (!table) return <Choose onFiles={files => setTable(files[0] ?? null)} />
  const report = outcome && 'report' in outcome ? outcome.report : null
  const changedCount = report?.changedCount ?? 0
  return (
    <div className={styles.way}>
      <p className={styles.file}>{table.name}</p>
      <Checkbox
        label="Make surveys and stations that are not there yet"
        checked={createSites}
        onChange={event => setCreateSites(event.target.checked)}
      />
      {!outcome && <ProgressBar label={`Checking ${table.name} against the images`} />}
      {report && <AssignmentPreview report={report} fileName={`problems of ${table.name}`} />}
      {outcome && 'error' in outcome && (
        <ErrorPanel
          title="The table could not be read"
          detail={sentenceOf(outcome.error, 'The server did not take it.')}
          safe="No image was changed."
          reference={outcome.error instanceof ApiError ? outcome.error.requestId : null}
        />
      )}
      {failure !== null && (
        <ErrorPanel
          title="The table was not applied"
          detail={sentenceOf(failure, 'The server did not take it.')}
          safe="No image was changed."
        />
      )}
      <div className={styles.foot}>
        <Button onClick={() => setTable(null)}>Choose another table</Button>
        <Button variant="primary" busy={isApplying} disabled={changedCount === 0} onClick={() => void apply(table)}>
          {changedCount === 0 ? 'Nothing to assign' : `Assign ${formatCount(changedCount, 'image')}`}
        </Button>
      </div>
    </div>
  )
}

async function look(projectId: string, table: File, createSites: boolean, signal: AbortSignal): Promise<AssignmentReport> {
  if (table.size > metadataCsvLimitBytes) throw new Error(`${table.name} is larger than ${formatBytes(metadataCsvLimitBytes)}: split it.`)
  return assignByTable(projectId, { table, createSites, dryRun: true }, signal)
}

function Choose({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <div className={styles.way}>
      <p>
        A table with one row per image and the columns <code>filename</code>, <code>site</code> (or <code>station</code>,{' '}
        <code>transect</code>) and, where a name stands for several places, <code>survey</code>. You see what would change before anything
        does.
      </p>
      <DropZone
        label="Drop a CSV table here"
        description="UTF-8, with a header row; comma, semicolon or tab between the columns."
        button="Choose a table"
        accept={accepted}
        multiple={false}
        onFiles={onFiles}
      />
    </div>
  )
}
