import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { FormFields } from '../../../ui/section.tsx'
import { type AnnotationSession, reviseSession } from './queries.ts'
import styles from './sessions.module.css'

interface MembersDialogProps {
  session: AnnotationSession
  /** Who can annotate in the project. */
  people: { id: string; name: string }[]
  onClose: () => void
}

/** Changes who takes part in a session that has not ended. */
export function MembersDialog({ session, people, onClose }: MembersDialogProps) {
  const formId = useId()
  const revise = useMutation(reviseSession(session))
  const [chosen, setChosen] = useState<readonly string[]>(() => session.members.map(({ accountId }) => accountId))
  const [problem, setProblem] = useState<string | null>(null)
  const others = session.members.filter(({ accountId }) => !people.some(({ id }) => id === accountId))
  const all = [...people, ...others.map(({ accountId: id, name }) => ({ id, name }))]

  async function submit() {
    if (chosen.length < 2) return setProblem('Choose two people or more who take part.')
    setProblem(null)
    try {
      await revise.mutateAsync({ revision: session.revision, memberIds: [...chosen] })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, 'The members were not changed.'))
    }
  }

  return (
    <Dialog
      title={`Who takes part in “${session.name}”`}
      isOpen
      onClose={onClose}
      keepOpenOutside
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={revise.isPending}>
            Save members
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <FormFields>
          <FormSummary title={problem} />
          <fieldset className={styles.people}>
            <legend>Members</legend>
            {all.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={chosen.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(before => (checked ? [...before, id] : before.filter(other => other !== id)))
                }
              />
            ))}
          </fieldset>
          {session.state === 'running' && (
            <p className={styles.quiet}>
              Who joins works blind from now on, and must not have marked these images since the session began. Who has marked nothing in it
              can leave, and sees all marks then.
            </p>
          )}
        </FormFields>
      </form>
    </Dialog>
  )
}
