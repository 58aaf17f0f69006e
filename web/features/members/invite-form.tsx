import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Role } from '../../../shared/contracts/projects.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import { createInvitation } from './invitation-queries.ts'
import styles from './invitations.module.css'
import { roleOptions } from './role-words.ts'
import { texts } from './texts.ts'

const { invite: words, newLink } = texts

const lifetimes = Object.entries(words.lifetimes).map(([value, label]) => ({ value, label }))
const audiences = Object.entries(words.audiences).map(([value, label]) => ({ value, label }))

/** Form that creates an invitation link and shows it once. */
export function InviteForm({ projectId }: { projectId: string }) {
  const [role, setRole] = useState<Role>('editor')
  const [days, setDays] = useState('14')
  const [audience, setAudience] = useState('once')
  const { mutate, isPending, data: made, reset } = useMutation(createInvitation(projectId))
  const link = made && `${window.location.origin}/invitation#${made.secret}`

  function submit(event: SubmitEvent) {
    event.preventDefault()
    mutate(
      { role, days: Number(days), once: audience === 'once' },
      { onError: error => showToast({ tone: 'danger', title: sentenceOf(error, words.failed) }) }
    )
  }

  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <Select label={words.role} options={roleOptions} value={role} onChange={event => setRole(event.target.value as Role)} />
        <Select label={words.audience} options={audiences} value={audience} onChange={event => setAudience(event.target.value)} />
        <Select label={words.lifetime} options={lifetimes} value={days} onChange={event => setDays(event.target.value)} />
        <Button type="submit" busy={isPending}>
          {words.submit}
        </Button>
      </form>
      <Dialog
        title={newLink.title}
        isOpen={made !== undefined}
        onClose={reset}
        keepOpenOutside
        actions={
          <Button variant="primary" onClick={reset}>
            {newLink.done}
          </Button>
        }
      >
        <div className={styles.body}>
          <p>{newLink.about}</p>
          {link && (
            <div className={styles.link}>
              <code>{link}</code>
              <CopyButton text={link} label={newLink.copy} />
            </div>
          )}
        </div>
      </Dialog>
    </>
  )
}
