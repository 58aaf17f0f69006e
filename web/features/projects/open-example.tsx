import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { openExample } from './queries.ts'

/** One click to a project with drawn frames, marks and results. */
export function OpenExample() {
  const navigate = useNavigate()
  const { mutate: open, isPending } = useMutation({
    ...openExample(),
    onError: error => showToast({ tone: 'danger', title: 'The example could not be opened', description: sentenceOf(error, 'Try again') })
  })
  const go = () => open(undefined, { onSuccess: ({ id }) => navigate(projectPath(id, 'dashboard')) })
  return (
    <Button onClick={go} busy={isPending}>
      {isPending ? 'Opening the example …' : 'Open an example project'}
    </Button>
  )
}
