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
import { roleOptions } from './roles.ts'

const lifetimes = [
  { value: '1', label: 'one day' },
  { value: '7', label: '7 days' },
  { value: '14', label: '14 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' }
]

const audiences = [
  { value: 'once', label: 'one person' },
  { value: 'many', label: 'everyone who has it' }
]

/** Makes an invitation link and shows it, this once. */
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
      { onError: error => showToast({ tone: 'danger', title: sentenceOf(error, 'The link could not be made') }) }
    )
  }

  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <Select label="Role by the link" options={roleOptions} value={role} onChange={event => setRole(event.target.value as Role)} />
        <Select label="It is good for" options={audiences} value={audience} onChange={event => setAudience(event.target.value)} />
        <Select label="It ends after" options={lifetimes} value={days} onChange={event => setDays(event.target.value)} />
        <Button type="submit" busy={isPending}>
          Make invitation link
        </Button>
      </form>
      <Dialog
        title="Copy the link now"
        isOpen={made !== undefined}
        onClose={reset}
        keepOpenOutside
        actions={
          <Button variant="primary" onClick={reset}>
            I have copied it
          </Button>
        }
      >
        <div className={styles.body}>
          <p>It is shown this once. Send it to the person in private: it lets in anyone who opens it, with an account or without.</p>
          {link && (
            <div className={styles.link}>
              <code>{link}</code>
              <CopyButton text={link} label="Copy the link" />
            </div>
          )}
        </div>
      </Dialog>
    </>
  )
}
