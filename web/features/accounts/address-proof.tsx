import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './address-proof.module.css'
import { sendProof } from './queries.ts'

interface AddressProofProps {
  user: { email: string; emailProved: boolean }
  /** The server can send a link. */
  hasMail: boolean
}

/** The address that someone signs in with, and whether it is known to be theirs. */
export function AddressProof({ user: { email, emailProved }, hasMail }: AddressProofProps) {
  const { mutate, isPending } = useMutation(sendProof())
  const send = () =>
    mutate(undefined, {
      onSuccess: () => showToast({ tone: 'ok', title: `A link is on its way to ${email}` }),
      onError: error => showToast({ tone: 'danger', title: sentenceOf(error, 'The link could not be sent') })
    })
  return (
    <div className={styles.address}>
      <p className={styles.line}>
        <span>{email}</span>
        {emailProved ? <Badge tone="ok">address proved</Badge> : <Badge tone="warn">address not proved</Badge>}
      </p>
      {!emailProved && (
        <>
          <p className={styles.about}>
            {hasMail
              ? 'Owners of projects see that nobody knows yet whether this address is yours. A link in a mail proves it.'
              : 'Owners of projects see that nobody knows yet whether this address is yours. This server sends no mail; an invitation link of a project proves it.'}
          </p>
          {hasMail && (
            <div>
              <Button busy={isPending} onClick={send}>
                Send me a link
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
