import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PastImport } from '../../../../shared/contracts/past-import.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import styles from '../sites.module.css'
import { siteImportsOf } from './queries.ts'
import { texts } from './texts.ts'
import { UndoDialog } from './undo-dialog.tsx'

/** Past imports of a project, each with an undo button. */
export function PastImports({ projectId }: { projectId: string }) {
  const imports = useQuery(siteImportsOf(projectId))
  const [undoing, setUndoing] = useState<PastImport | null>(null)
  const [isUndone, setUndone] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (undoing !== null || !isUndone) return
    heading.current?.focus() // the button that had the focus is gone
    setUndone(false)
  }, [undoing, isUndone])
  if (imports.isError)
    return <ErrorPanel title={texts.pastFailed} detail={sentenceOf(imports.error, texts.refused)} onRetry={() => void imports.refetch()} />
  if (!imports.data || imports.data.items.length === 0) return null
  return (
    <section className={styles.past} aria-label={texts.past}>
      <h3 ref={heading} tabIndex={-1}>
        {texts.past}
      </h3>
      <Table label={texts.past} columns={columnsOf(setUndoing)} rows={imports.data.items} rowKey={({ id }) => id} />
      {undoing && <UndoDialog projectId={projectId} given={undoing} onClose={() => setUndoing(null)} onUndone={() => setUndone(true)} />}
    </section>
  )
}

const columnsOf = (onUndo: (given: PastImport) => void): Column<PastImport>[] => [
  { id: 'file', header: texts.file, cell: ({ fileName }) => <span className={styles.file}>{fileName}</span> },
  { id: 'count', header: texts.sites, cell: ({ count }) => texts.count(count) },
  {
    id: 'at',
    header: texts.addedAt,
    cell: ({ at, by, isFormerMember }) => (
      <span className={styles.quiet}>
        <Timestamp time={at} /> {isFormerMember ? formerMember : by}
      </span>
    )
  },
  {
    id: 'undo',
    header: '',
    srHeader: texts.undo,
    cell: given =>
      given.undone ? (
        <span className={styles.quiet}>{texts.undone(given.undone)}</span>
      ) : (
        <Button size="small" aria-label={texts.undoOf(given.fileName)} onClick={() => onUndo(given)}>
          {texts.undo}
        </Button>
      )
  }
]
