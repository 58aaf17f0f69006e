import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './example-note.module.css'
import { removeProject } from './queries.ts'
import { texts } from './texts.ts'

const { example: words } = texts

/** Results of the example, all groups together. */
const resultsOf = (projectId: string) =>
  queryOptions({
    queryKey: ['example-results', projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/results/summary', { params: { projectId }, query: {}, signal }),
    select: ({ all }) => all,
    staleTime: 0 // annotations change the results
  })

/** A note on the Overview of the example project, with its first results and a button that deletes it. */
export function ExampleNote({ projectId }: { projectId: string }) {
  const navigate = useNavigate()
  const { data: results } = useQuery(resultsOf(projectId))
  const { mutate: remove, isPending } = useMutation({
    ...removeProject(projectId),
    onError: error => showToast({ tone: 'danger', title: words.notRemoved, description: sentenceOf(error, words.tryAgain) })
  })
  const removeAndLeave = () => {
    const leave = () => {
      void navigate('/dashboard')
      showToast({ title: words.removed })
    }
    remove(undefined, { onSuccess: leave })
  }
  return (
    <Note>
      <div className={styles.example}>
        <p>
          {words.about(
            text => (
              <Link to={projectPath(projectId, 'annotate/results')}>{text}</Link>
            ),
            text => (
              <Link to={projectPath(projectId, 'annotate')}>{text}</Link>
            )
          )}
          {results && ` ${words.counted(results.individuals, results.richness, results.images)}`}
        </p>
        <Button onClick={removeAndLeave} busy={isPending}>
          {words.remove}
        </Button>
      </div>
    </Note>
  )
}
