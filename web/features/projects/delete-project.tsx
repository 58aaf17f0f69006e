import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Project } from '../../../shared/contracts/projects.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { DeleteIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { removeProject } from './queries.ts'
import { texts } from './texts.ts'

const { remove: words } = texts

interface DeleteProjectProps {
  project: Project
  /** Whether the backend can restore deleted projects for a limited time. */
  restorable: boolean
  onDeleted: () => void
}

/** A button that deletes the project once its title has been typed. */
export function DeleteProject({ project, restorable, onDeleted }: DeleteProjectProps) {
  const [isConfirming, setConfirming] = useState(false)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync: remove } = useMutation(removeProject(project.id))
  function close() {
    setConfirming(false)
    setTyped('')
    setFailure(null)
  }
  return (
    <>
      <Button variant="danger" icon={<DeleteIcon aria-hidden />} onClick={() => setConfirming(true)}>
        {words.open}
      </Button>
      <ConfirmDialog
        title={words.title}
        confirm={words.confirm}
        tone="danger"
        isOpen={isConfirming}
        onClose={close}
        ready={typed.trim() === project.title.trim()}
        onConfirm={async () => {
          setFailure(null)
          try {
            await remove()
          } catch (error) {
            setFailure(sentenceOf(error, words.failed))
            throw error
          }
          onDeleted()
        }}
      >
        <FormSummary title={failure} />
        <p>{restorable ? words.restorable : words.foreign}</p>
        <TextField
          label={words.typeTitle(project.title)}
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </ConfirmDialog>
    </>
  )
}
