import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AssignmentReport } from '../../../shared/contracts/sites.ts'
import { metadataCsvLimitBytes } from '../../../shared/limits.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { formatBytes } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AssignmentPreview } from './assignment-preview.tsx'
import { assignByTable, refreshSites } from './queries.ts'
import styles from './sites.module.css'
import { texts } from './texts.tsx'

const { byTable: words, assignDialog: common } = texts

const accepted = ['.csv', '.tsv', '.txt', 'text/csv', 'text/tab-separated-values']

type Outcome = { report: AssignmentReport } | { error: unknown } | null

/** Assignment by a table of file names and sites, with a preview. */
// Long: all fields of one form, in order.
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
      showToast({ tone: 'ok', title: common.assigned(changedCount), description: words.from(file.name) })
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
      <Checkbox label={words.createSites} checked={createSites} onChange={event => setCreateSites(event.target.checked)} />
      {!outcome && <ProgressBar label={words.checking(table.name)} />}
      {report && <AssignmentPreview report={report} fileName={words.fileName(table.name)} />}
      {outcome && 'error' in outcome && (
        <ErrorPanel
          title={words.unreadable}
          detail={sentenceOf(outcome.error, common.refused)}
          safe={common.unchanged}
          reference={outcome.error instanceof ApiError ? outcome.error.requestId : null}
        />
      )}
      {failure !== null && <ErrorPanel title={words.notApplied} detail={sentenceOf(failure, common.refused)} safe={common.unchanged} />}
      <div className={styles.foot}>
        <Button onClick={() => setTable(null)}>{words.another}</Button>
        <Button variant="primary" busy={isApplying} disabled={changedCount === 0} onClick={() => void apply(table)}>
          {common.assign(changedCount)}
        </Button>
      </div>
    </div>
  )
}

async function look(projectId: string, table: File, createSites: boolean, signal: AbortSignal): Promise<AssignmentReport> {
  if (table.size > metadataCsvLimitBytes) throw new Error(words.tooLarge(table.name, formatBytes(metadataCsvLimitBytes)))
  return assignByTable(projectId, { table, createSites, dryRun: true }, signal)
}

function Choose({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <div className={styles.way}>
      <p>
        {words.about(text => (
          <code>{text}</code>
        ))}
      </p>
      <DropZone
        label={words.drop}
        description={words.accepted}
        button={words.choose}
        accept={accepted}
        multiple={false}
        onFiles={onFiles}
      />
    </div>
  )
}
