import { useMutation } from '@tanstack/react-query'
import type { ImportSummary } from '../../../shared/contracts/exchange.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './exchange.module.css'
import { FileList } from './file-list.tsx'
import { JobProgress } from './job-progress.tsx'
import { outcomeWords } from './outcome-words.ts'
import { removeImport } from './queries.ts'
import { UndoImport } from './undo-import.tsx'

interface ImportListProps {
  projectId: string
  imports: ImportSummary[]
  mayEdit: boolean
  onOpen: (importId: string) => void
}

/** Files that were brought, and what became of them. */
export function ImportList({ projectId, imports, mayEdit, onOpen }: ImportListProps) {
  const remove = useMutation(removeImport(projectId))
  return (
    <FileList
      files={imports}
      standing={given => <Standing given={given} mayEdit={mayEdit} />}
      actions={given => (
        <>
          {mayEdit && given.isUndoable && <UndoImport given={given} size="small" />}
          <Button size="small" aria-label={`${openWords(given)}: ${given.fileName}`} onClick={() => onOpen(given.id)}>
            {openWords(given)}
          </Button>
        </>
      )}
      mayDelete={({ state }) => mayEdit && state !== 'applying' && state !== 'undoing'}
      question={({ state }) =>
        state === 'applied' || state === 'undone'
          ? {
              title: 'Take this import off the list?',
              confirm: 'Take off',
              about: `${state === 'applied' ? 'Its annotations stay, and it cannot be undone any more. ' : ''}The table of what was not taken goes.`
            }
          : {
              title: 'Give this import up?',
              confirm: 'Give up',
              about: 'The file that was brought goes from the server. Nothing of it was imported.'
            }
      }
      onDelete={remove.mutateAsync}
    />
  )
}

const openWords = ({ state }: ImportSummary) => (state === 'ready' ? 'Look it over' : 'Open')

function Standing({ given, mayEdit }: { given: ImportSummary; mayEdit: boolean }) {
  if (given.state === 'checking') return <JobProgress label="Reading" job={given.job} readOnly={!mayEdit} />
  if (given.state === 'applying') return <JobProgress label="Importing" job={given.job} readOnly={!mayEdit} />
  if (given.state === 'failed') return <p className={styles.failure}>{given.failure}</p>
  if (given.state === 'ready') return <Badge tone="primary">Waits for you</Badge>
  if (given.state === 'undoing') return <JobProgress label="Undoing" job={given.job} readOnly={!mayEdit} />
  if (given.failure) return <p className={styles.failure}>It was not undone whole: {given.failure}</p>
  return <p className={styles.standing}>{given.result && outcomeWords(given.result)}</p>
}
