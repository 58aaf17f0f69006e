import { type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth-page.module.css'
import { secretIn } from './hash-secret.ts'

/** Takes the link for the first account from a person who has it elsewhere. */
export function SetUpLinkForm({ onSecret }: { onSecret: (secret: string) => void }) {
  const [link, setLink] = useState('')
  const [fault, setFault] = useState<string>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const secret = secretIn(link)
    if (secret) onSecret(secret)
    else setFault('Paste the whole link: it ends with # and 43 characters')
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Set-up link"
        autoComplete="off"
        spellCheck={false}
        value={link}
        error={fault}
        onChange={event => {
          setLink(event.target.value)
          setFault(undefined)
        }}
      />
      <Button type="submit" variant="primary" size="large" wide>
        Continue
      </Button>
    </form>
  )
}
