import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { showToast } from '../../ui/toast.tsx'
import { openExample } from './queries.ts'
import { texts } from './texts.ts'

const { example: words } = texts

/** Creates the example project, unless it exists, and opens it even if the caller is no longer shown by then. A toast reports a failure. */
export function useOpenExample(): { open: () => void; isPending: boolean } {
  const navigate = useNavigate()
  const { onSuccess, ...mutation } = openExample()
  const { mutate, isPending } = useMutation({
    ...mutation,
    onSuccess: async (project, ...rest) => {
      await onSuccess?.(project, ...rest)
      await navigate(projectPath(project.id, 'dashboard'))
    },
    onError: error => showToast({ tone: 'danger', title: words.notOpened, description: sentenceOf(error, words.tryAgain) })
  })
  return { open: () => mutate(), isPending }
}
