import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { type AnnotationSession, reviseRound } from './queries.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

const { membersDialog: words } = texts

interface MembersDialogProps {
  round: AnnotationSession
  /** People who can annotate in the project. */
  people: { id: string; name: string }[]
  onClose: () => void
}

/** Dialog that changes the members of a round before its end. */
export function MembersDialog({ round, people, onClose }: MembersDialogProps) {
  const revise = useMutation(reviseRound(round))
  const [chosen, setChosen] = useState<readonly string[]>(() => round.members.map(({ accountId }) => accountId))
  const [problem, setProblem] = useState<string | null>(null)
  const others = round.members.filter(({ accountId }) => !people.some(({ id }) => id === accountId))
  const all = [...people, ...others.map(({ accountId: id, name }) => ({ id, name }))]

  async function submit() {
    if (chosen.length < 2) return setProblem(texts.fields.tooFew)
    setProblem(null)
    try {
      await revise.mutateAsync({ revision: round.revision, memberIds: [...chosen] })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, words.failed))
    }
  }

  return (
    <FormDialog
      title={words.title(round.name)}
      confirm={words.confirm}
      busy={revise.isPending}
      problem={problem}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
      onClose={onClose}
    >
      <fieldset className={styles.people}>
        <legend>{words.legend}</legend>
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
      {round.state === 'running' && <p className={styles.quiet}>{words.whileRunning}</p>}
    </FormDialog>
  )
}
