import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { createToken } from './queries.ts'
import styles from './token-section.module.css'

type Scope = 'read' | 'write'

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'No end' }
]

const dayMs = 86_400_000

/** Makes a token and shows its secret, this once. */
// Long: the fields of one form in their order.
export function NewTokenForm() {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('read')
  const [days, setDays] = useState('90')
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, data: made, reset } = useMutation(createToken())

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (name.trim() === '') return setFault('Say what the token is for')
    const expiresAt = days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null
    mutate(
      { name: name.trim(), scope, expiresAt },
      { onSuccess: () => setName(''), onError: error => setFault(sentenceOf(error, 'The token could not be made')) }
    )
  }

  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="New token for"
          placeholder="Notebook on the lab machine"
          autoComplete="off"
          value={name}
          error={fault}
          onChange={event => {
            setName(event.target.value)
            setFault(undefined)
          }}
        />
        <Select
          label="It may"
          value={scope}
          onChange={event => setScope(event.target.value as Scope)}
          options={[
            { value: 'read', label: 'read what I can see' },
            { value: 'write', label: 'read and change' }
          ]}
        />
        <Select label="It ends after" value={days} onChange={event => setDays(event.target.value)} options={lifetimes} />
        <Button type="submit" busy={isPending}>
          Make token
        </Button>
      </form>
      <Dialog
        title="Copy the token now"
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
          <p>It is shown this once. The server keeps only a fingerprint of it: when it is lost, make a new one.</p>
          {made && (
            <div className={styles.secret}>
              <code>{made.secret}</code>
              <CopyButton text={made.secret} label="Copy the token" />
            </div>
          )}
          <p>
            Send it as <code>Authorization: Bearer …</code> and treat it like a password.
          </p>
        </div>
      </Dialog>
    </>
  )
}
