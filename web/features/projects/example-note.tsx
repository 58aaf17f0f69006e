import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './example-note.module.css'
import { removeProject } from './queries.ts'

/** Says on the Overview that the project is the example, and deletes it in one click. */
export function ExampleNote({ projectId }: { projectId: string }) {
  const navigate = useNavigate()
  const { mutate: remove, isPending } = useMutation({
    ...removeProject(projectId),
    onError: error => showToast({ tone: 'danger', title: 'The example could not be deleted', description: sentenceOf(error, 'Try again') })
  })
  const removeAndLeave = () => {
    const leave = () => {
      void navigate('/dashboard')
      showToast({ title: 'The example was deleted' })
    }
    remove(undefined, { onSuccess: leave })
  }
  return (
    <Note>
      <div className={styles.example}>
        <p>
          This is an example with drawn frames. Look at <Link to={projectPath(projectId, 'annotate/results')}>its results</Link>, or{' '}
          <Link to={projectPath(projectId, 'annotate')}>mark the animals</Link> of the last frame yourself.
        </p>
        <Button onClick={removeAndLeave} busy={isPending}>
          Delete the example
        </Button>
      </div>
    </Note>
  )
}
