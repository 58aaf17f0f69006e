import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './auth-page.module.css'
import { proveEmail } from './queries.ts'
import { texts } from './texts.ts'

const { verify: words } = texts

/** Page that verifies an address with the one-time token of a link. The page needs a click, because mail programs open links automatically. */
export function ProveEmail({ token }: { token: string }) {
  const { mutate, isSuccess, isPending, error } = useMutation(proveEmail())
  if (isSuccess)
    return (
      <div className={styles.form} role="status">
        <Note>{words.done}</Note>
        <LinkButton to="/dashboard" variant="primary" size="large" wide>
          {words.toProjects}
        </LinkButton>
      </div>
    )
  return (
    <div className={styles.form}>
      <FormSummary title={error ? sentenceOf(error, words.failed) : null} />
      <Button variant="primary" size="large" wide busy={isPending} onClick={() => mutate(token)}>
        {words.submit}
      </Button>
    </div>
  )
}
