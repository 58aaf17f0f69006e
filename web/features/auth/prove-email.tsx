import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './auth-page.module.css'
import { proveEmail } from './queries.ts'

/** Proves an address with the one-time token of a link. Only a click does: mail programs open links by themselves. */
export function ProveEmail({ token }: { token: string }) {
  const { mutate, isSuccess, isPending, error } = useMutation(proveEmail())
  if (isSuccess)
    return (
      <div className={styles.form} role="status">
        <Note>Your address is proved.</Note>
        <LinkButton to="/dashboard" variant="primary" size="large" wide>
          Go to your projects
        </LinkButton>
      </div>
    )
  return (
    <div className={styles.form}>
      <FormSummary title={error ? sentenceOf(error, 'The address could not be proved') : null} />
      <Button variant="primary" size="large" wide busy={isPending} onClick={() => mutate(token)}>
        This address is mine
      </Button>
    </div>
  )
}
