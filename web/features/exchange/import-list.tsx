import { useMutation } from '@tanstack/react-query'
import type { ImportSummary } from '../../../shared/contracts/exchange.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './exchange.module.css'
import { FileList } from './file-list.tsx'
import { JobProgress } from './job-progress.tsx'
import { removeImport } from './queries.ts'
import { importTexts as texts } from './texts.ts'
import { UndoImport } from './undo-import.tsx'

const { importList: words } = texts

interface ImportListProps {
  projectId: string
  imports: ImportSummary[]
  mayEdit: boolean
  onOpen: (importId: string) => void
}

/** List of the imports of a project with their outcomes. */
export function ImportList({ projectId, imports, mayEdit, onOpen }: ImportListProps) {
  const remove = useMutation(removeImport(projectId))
  return (
    <FileList
      files={imports}
      status={given => <Status given={given} mayEdit={mayEdit} />}
      actions={given => (
        <>
          {mayEdit && given.isUndoable && <UndoImport given={given} size="small" />}
          <Button size="small" aria-label={words.actionOf(openWords(given), given.fileName)} onClick={() => onOpen(given.id)}>
            {openWords(given)}
          </Button>
        </>
      )}
      mayDelete={({ state }) => mayEdit && state !== 'applying' && state !== 'undoing'}
      question={({ state }) =>
        state === 'applied' || state === 'undone'
          ? {
              title: words.remove.title,
              confirm: words.remove.confirm,
              about: state === 'applied' ? words.remove.aboutApplied : words.remove.aboutUndone
            }
          : words.discard
      }
      onDelete={remove.mutateAsync}
    />
  )
}

const openWords = ({ state }: ImportSummary) => (state === 'ready' ? words.preview : words.open)

function Status({ given, mayEdit }: { given: ImportSummary; mayEdit: boolean }) {
  if (given.state === 'checking') return <JobProgress label={words.reading} job={given.job} readOnly={!mayEdit} />
  if (given.state === 'applying') return <JobProgress label={words.importing} job={given.job} readOnly={!mayEdit} />
  if (given.state === 'failed') return <p className={styles.failure}>{given.failure}</p>
  if (given.state === 'ready') return <Badge tone="primary">{words.ready}</Badge>
  if (given.state === 'undoing') return <JobProgress label={words.undoing} job={given.job} readOnly={!mayEdit} />
  if (given.failure) return <p className={styles.failure}>{words.partlyUndone(given.failure)}</p>
  return <p className={styles.status}>{given.result && texts.outcome(given.result)}</p>
}
