import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { openExample } from './queries.ts'
import { texts } from './texts.ts'

const { example: words } = texts

/** A button that creates the example project and opens it. */
export function OpenExample() {
  const navigate = useNavigate()
  const { mutate: open, isPending } = useMutation({
    ...openExample(),
    onError: error => showToast({ tone: 'danger', title: words.notOpened, description: sentenceOf(error, words.tryAgain) })
  })
  const go = () => open(undefined, { onSuccess: ({ id }) => navigate(projectPath(id, 'dashboard')) })
  return (
    <Button onClick={go} busy={isPending}>
      {isPending ? words.opening : words.open}
    </Button>
  )
}
