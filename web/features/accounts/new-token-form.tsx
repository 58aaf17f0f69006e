import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { createToken } from './queries.ts'
import { texts } from './texts.ts'
import styles from './token-section.module.css'

type Scope = 'read' | 'write'

const { newToken: words, tokenDialog } = texts

const lifetimes = [
  { value: '30', label: words.lifetimes.month },
  { value: '90', label: words.lifetimes.quarter },
  { value: '365', label: words.lifetimes.year },
  { value: '', label: words.lifetimes.never }
]

const dayMs = 86_400_000

/** Form that creates an API token and shows its secret once. */
// Long: one form, field by field.
export function NewTokenForm() {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('read')
  const [days, setDays] = useState('90')
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, data: made, reset } = useMutation(createToken())

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (name.trim() === '') return setFault(words.noName)
    const expiresAt = days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null
    mutate(
      { name: name.trim(), scope, expiresAt },
      { onSuccess: () => setName(''), onError: error => setFault(sentenceOf(error, words.failed)) }
    )
  }

  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={words.name}
          placeholder={words.placeholder}
          autoComplete="off"
          value={name}
          error={fault}
          onChange={event => {
            setName(event.target.value)
            setFault(undefined)
          }}
        />
        <Select
          label={words.access}
          value={scope}
          onChange={event => setScope(event.target.value as Scope)}
          options={[
            { value: 'read', label: words.accesses.read },
            { value: 'write', label: words.accesses.write }
          ]}
        />
        <Select label={words.expires} value={days} onChange={event => setDays(event.target.value)} options={lifetimes} />
        <Button type="submit" busy={isPending}>
          {words.submit}
        </Button>
      </form>
      <Dialog
        title={tokenDialog.title}
        isOpen={made !== undefined}
        onClose={reset}
        keepOpenOutside
        actions={
          <Button variant="primary" onClick={reset}>
            {tokenDialog.done}
          </Button>
        }
      >
        <div className={styles.body}>
          <p>{tokenDialog.about}</p>
          {made && (
            <div className={styles.secret}>
              <code>{made.secret}</code>
              <CopyButton text={made.secret} label={tokenDialog.copy} />
            </div>
          )}
          <p>{tokenDialog.use(<code>Authorization: Bearer …</code>)}</p>
        </div>
      </Dialog>
    </>
  )
}
