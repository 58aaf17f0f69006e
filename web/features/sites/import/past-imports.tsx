import { useMutation, useQuery } from '@tanstack/react-query'
import type { PastImport } from '../../../../shared/contracts/past-import.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from '../sites.module.css'
import { siteImportsOf, undoSiteImport } from './queries.ts'
import { texts } from './texts.ts'

/** Past imports of a project, each with its undo. */
export function PastImports({ projectId }: { projectId: string }) {
  const imports = useQuery(siteImportsOf(projectId))
  const undo = useMutation({
    ...undoSiteImport(projectId),
    onError: error => showToast({ tone: 'danger', title: texts.notUndone, description: sentenceOf(error, texts.refused) })
  })
  if (imports.isError)
    return <ErrorPanel title={texts.pastFailed} detail={sentenceOf(imports.error, texts.refused)} onRetry={() => void imports.refetch()} />
  if (!imports.data || imports.data.items.length === 0) return null
  return (
    <section className={styles.past} aria-label={texts.past}>
      <h3>{texts.past}</h3>
      <Table
        label={texts.past}
        columns={columnsOf(id => undo.mutate(id), undo.isPending)}
        rows={imports.data.items}
        rowKey={({ id }) => id}
      />
    </section>
  )
}

const columnsOf = (onUndo: (id: string) => void, isBusy: boolean): Column<PastImport>[] => [
  { id: 'file', header: texts.file, cell: ({ fileName }) => <span className={styles.file}>{fileName}</span> },
  { id: 'count', header: texts.sites, cell: ({ count }) => texts.count(count) },
  {
    id: 'at',
    header: texts.addedAt,
    cell: ({ at, by }) => (
      <span className={styles.quiet}>
        <Timestamp time={at} /> {by}
      </span>
    )
  },
  {
    id: 'undo',
    header: '',
    srHeader: texts.undo,
    cell: ({ id, fileName, undone }) =>
      undone ? (
        <span className={styles.quiet}>{texts.undone(undone)}</span>
      ) : (
        <Button size="small" aria-label={texts.undoOf(fileName)} disabled={isBusy} onClick={() => onUndo(id)}>
          {texts.undo}
        </Button>
      )
  }
]
