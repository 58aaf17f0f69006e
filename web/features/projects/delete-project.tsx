import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Project } from '../../../shared/contracts/projects.ts'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { DeleteIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { removeProject } from './queries.ts'

interface DeleteProjectProps {
  project: Project
  /** The backend keeps deleted projects for a while. */
  restorable: boolean
  onDeleted: () => void
}

/** Deletes after the title was typed. */
export function DeleteProject({ project, restorable, onDeleted }: DeleteProjectProps) {
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync: remove } = useMutation(removeProject(project.id))
  function close() {
    setAsking(false)
    setTyped('')
    setFailure(null)
  }
  return (
    <>
      <Button variant="danger" icon={<DeleteIcon aria-hidden />} onClick={() => setAsking(true)}>
        Delete project
      </Button>
      <ConfirmDialog
        title="Delete this project?"
        confirm="Delete project"
        tone="danger"
        isOpen={asking}
        onClose={close}
        ready={typed.trim() === project.title.trim()}
        onConfirm={async () => {
          setFailure(null)
          try {
            await remove()
          } catch (error) {
            setFailure(sentenceOf(error, 'Failed to delete project'))
            throw error
          }
          onDeleted()
        }}
      >
        <FormSummary title={failure} />
        <p>
          {restorable
            ? `It disappears for all its members, with its media. Any owner can bring it back for ${restoreWindowDays} days; then it is gone for good.`
            : 'It is deleted from the server. Whether it can be brought back is up to the people who run the server.'}
        </p>
        <TextField
          label={`Type the title to confirm: ${project.title}`}
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </ConfirmDialog>
    </>
  )
}
