import { type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth-page.module.css'
import { secretIn } from './hash-secret.ts'
import { signInTexts as texts } from './texts.ts'

const { setUp: words } = texts

/** Form to paste the set-up link that the first account requires. */
export function SetUpLinkForm({ onSecret }: { onSecret: (secret: string) => void }) {
  const [link, setLink] = useState('')
  const [fault, setFault] = useState<string>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const secret = secretIn(link)
    if (secret) onSecret(secret)
    else setFault(words.wrongLink)
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={words.link}
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
        {words.next}
      </Button>
    </form>
  )
}
