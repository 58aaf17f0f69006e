import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportedRow, ObservationImportReport } from '../../../shared/contracts/observation-import.ts'
import type { PastImport as PastImportFacts } from '../../../shared/contracts/past-import.ts'
import { formerMember } from '../../../shared/former-member.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import { importTable, observationImports, undoImport } from './import-queries.ts'
import styles from './observations.module.css'
import { importTexts as words } from './texts.ts'

interface ImportDialogProps {
  projectId: string
  onClose: () => void
}

const acceptedTables = ['text/csv', 'text/tab-separated-values', 'text/plain', '.csv', '.tsv', '.txt']

/** Dialog that imports observations from a table. It previews the outcome of each row, and lists earlier imports. */
// Long: one dialog with all its states.
export default function ImportDialog({ projectId, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const preview = useMutation(importTable(projectId, true))
  const apply = useMutation(importTable(projectId, false))
  const undo = useMutation(undoing(projectId))
  const report = preview.data

  function choose(chosen: File | undefined) {
    if (!chosen) return
    setFile(chosen)
    apply.reset()
    preview.mutate(chosen)
  }

  function chooseAnother() {
    setFile(null)
    preview.reset()
    apply.reset()
  }

  async function add(chosen: File) {
    const { importId, newCount } = await apply.mutateAsync(chosen)
    showToast({
      tone: 'ok',
      title: words.added(newCount),
      ...(importId !== null && { action: { label: words.undo, onAction: () => undo.mutate(importId) } })
    })
    onClose()
  }

  const error = apply.error ?? preview.error
  return (
    <Dialog
      title={words.title}
      isOpen
      onClose={onClose}
      size={report ? 'wide' : 'normal'}
      keepOpenOutside
      actions={
        file &&
        report && (
          <>
            <Button onClick={chooseAnother}>{words.another}</Button>
            <Button
              variant="primary"
              busy={apply.isPending}
              disabled={report.newCount === 0}
              onClick={() => void add(file).catch(() => {})}
            >
              {report.newCount === 0 ? words.nothing : words.add(report.newCount)}
            </Button>
          </>
        )
      }
    >
      {file === null && (
        <>
          <p>{words.about}</p>
          <DropZone
            label={words.drop}
            description={words.formats}
            button={words.choose}
            accept={acceptedTables}
            multiple={false}
            onFiles={([first]) => choose(first)}
          />
          <PastImports projectId={projectId} />
        </>
      )}
      {file && preview.isPending && <ProgressBar label={words.reading(file.name)} />}
      {file && error && (
        <>
          <ErrorPanel
            title={apply.error ? words.notAdded : words.notRead}
            detail={sentenceOf(error, words.refused)}
            safe={words.unchanged}
            onRetry={() => choose(file)}
          />
          {!report && <Button onClick={chooseAnother}>{words.another}</Button>}
        </>
      )}
      {file && report && <Report fileName={file.name} report={report} />}
    </Dialog>
  )
}

function Report({ fileName, report }: { fileName: string; report: ObservationImportReport }) {
  const [shown, setShown] = useState<ImportedRow['outcome'] | null>(null)
  const counts = { new: report.newCount, known: report.knownCount, refused: report.refusedCount }
  const outcomes = (['new', 'known', 'refused'] as const).filter(outcome => counts[outcome] > 0)
  const rows = report.rows.filter(({ outcome }) => shown === null || outcome === shown)
  return (
    <>
      <p className={styles.quiet}>{words.rows(fileName, report.rowCount)}</p>
      <ul className={styles.meanings} aria-label={words.columns}>
        {report.columns.map(({ name, meaning }, place) => (
          <li key={place} data-ignored={meaning === 'ignored' || undefined}>
            <code>{name}</code>
            {name !== meaning && ` → ${meaning === 'ignored' ? words.ignored : meaning}`}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div className={styles.bar} role="group" aria-label={words.show}>
        {outcomes.map(outcome => (
          <Button key={outcome} size="small" aria-pressed={outcome === shown} onClick={() => setShown(outcome === shown ? null : outcome)}>
            {words.outcomes[outcome](counts[outcome])}
          </Button>
        ))}
      </div>
      <Table label={words.table} columns={columns} rows={rows} rowKey={({ row }) => String(row)} />
      {rows.length < (shown ? counts[shown] : report.rowCount) && <p className={styles.quiet}>{words.onlyFirst(rows.length)}</p>}
    </>
  )
}

const columns: Column<ImportedRow>[] = [
  {
    id: 'name',
    header: words.name,
    cell: ({ name, hasLabel }) => (
      <>
        {name || '–'}
        {!hasLabel && name !== '' && <span className={styles.about}>{words.noLabel}</span>}
      </>
    )
  },
  { id: 'row', header: words.row, cell: ({ row }) => formatNumber(row, 0), number: true, stackedLabel: true },
  {
    id: 'count',
    header: words.count,
    cell: ({ individualCount }) => (individualCount === null ? '–' : formatNumber(individualCount, 0)),
    number: true,
    stackedLabel: true
  },
  { id: 'date', header: words.date, cell: ({ eventDate }) => <span className={styles.whole}>{eventDate}</span> },
  { id: 'place', header: words.place, cell: ({ place }) => place ?? '' },
  {
    id: 'outcome',
    header: words.outcome,
    cell: ({ outcome, faults }) => (
      <>
        {words.outcomeOf[outcome]}
        {faults.map(({ column, message }) => (
          <span key={column + message} className={styles.about}>
            {column} {message}
          </span>
        ))}
      </>
    )
  }
]

const undoing = (projectId: string) => ({
  ...undoImport(projectId),
  onError: (error: Error) => showToast({ tone: 'danger', title: words.notUndone, description: sentenceOf(error, words.refused) })
})

/** Imports from the last 30 days, with buttons to undo them. */
function PastImports({ projectId }: { projectId: string }) {
  const imports = useQuery(observationImports(projectId))
  const undo = useMutation(undoing(projectId))
  return (
    <Loaded query={imports} failed={words.notLoaded} skeleton={<SkeletonRows rows={2} label={words.loading} />}>
      {({ items }) =>
        items.length > 0 && (
          <section aria-label={words.past}>
            <h3>{words.past}</h3>
            <ul className={styles.past}>
              {items.map(each => (
                <li key={each.id}>
                  <PastImport given={each} busy={undo.isPending && undo.variables === each.id} onUndo={() => undo.mutate(each.id)} />
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}

function PastImport({ given, busy, onUndo }: { given: PastImportFacts; busy: boolean; onUndo: () => void }) {
  const { fileName, count, at, undone } = given
  const by = given.isFormerMember ? formerMember : given.by
  return (
    <>
      <span>
        {fileName}
        <span className={styles.about}>
          {words.pastCount(count, by)} <Timestamp time={at} />
        </span>
        {undone && <span className={styles.about}>{words.undone(undone.removedCount, undone.keptCount)}</span>}
      </span>
      {!undone && (
        <Button size="small" busy={busy} aria-label={words.undoOf(fileName)} onClick={onUndo}>
          {words.undoImport}
        </Button>
      )}
    </>
  )
}
