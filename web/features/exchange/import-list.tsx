import { useMutation } from '@tanstack/react-query'
import type { ImportSummary } from '../../../shared/contracts/exchange.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import styles from './exchange.module.css'
import { FileList } from './file-list.tsx'
import { JobProgress } from './job-progress.tsx'
import { removeImport } from './queries.ts'

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
        <Button size="small" aria-label={`${openWords(given)}: ${given.fileName}`} onClick={() => onOpen(given.id)}>
          {openWords(given)}
        </Button>
      )}
      mayDelete={({ state }) => mayEdit && state !== 'applying'}
      question={({ state }) =>
        state === 'applied'
          ? {
              title: 'Take this import off the list?',
              confirm: 'Take off',
              about: 'Its annotations stay. The table of what was not taken goes.'
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
  return <p className={styles.standing}>{given.result && `${formatCount(given.result.annotationCount, 'annotation')} imported`}</p>
}
