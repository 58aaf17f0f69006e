import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './address-proof.module.css'
import { sendProof } from './queries.ts'
import { texts } from './texts.ts'

const { address: words } = texts

interface AddressProofProps {
  user: { email: string; emailProved: boolean }
  /** Whether the server can send mail. */
  hasMail: boolean
}

/** E-mail address of an account with its verification state and a button to request a verification link. */
export function AddressProof({ user: { email, emailProved }, hasMail }: AddressProofProps) {
  const { mutate, isPending } = useMutation(sendProof())
  const send = () =>
    mutate(undefined, {
      onSuccess: () => showToast({ tone: 'ok', title: words.sent(email) }),
      onError: error => showToast({ tone: 'danger', title: sentenceOf(error, words.failed) })
    })
  return (
    <div className={styles.address}>
      <p className={styles.line}>
        <span>{email}</span>
        {emailProved ? <Badge tone="ok">{words.verified}</Badge> : <Badge tone="warn">{words.unverified}</Badge>}
      </p>
      {!emailProved && (
        <>
          <p className={styles.about}>{hasMail ? words.withMail : words.withoutMail}</p>
          {hasMail && (
            <div>
              <Button busy={isPending} onClick={send}>
                {words.send}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
