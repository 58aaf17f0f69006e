import { useState } from 'react'
import { hasNone } from '../../sync/outbox-status.ts'
import { useAccountWork, useOutboxStatus } from '../../sync/use-account-work.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useIsGone } from '../../ui/use-is-gone.ts'
import { texts } from './texts.ts'
import { saveAsFile } from './waiting-dialog.tsx'

const { signOut: words } = texts

interface SignOutDialogProps {
  /** Ends the session and removes the account's data from this browser. */
  onSignOut: () => Promise<void>
  onClose: () => void
}

/** Dialog that offers to send, save or discard unsent edits, because signing out removes them from this browser. */
// Long: one dialog with its states, and the calls that change them.
export default function SignOutDialog({ onSignOut, onClose }: SignOutDialogProps) {
  const work = useAccountWork()
  const status = useOutboxStatus()
  const { waiting, refused, failure, isWhole } = status
  const [busy, setBusy] = useState(false)
  const [hasTried, setTried] = useState(false)
  const isClosed = useIsGone()

  async function send() {
    if (!work) return
    setBusy(true)
    await work.outbox.sendNow()
    setBusy(false)
    setTried(true)
    if (hasNone(work.outbox.status()) && !isClosed()) await onSignOut()
  }

  async function save() {
    if (work) await saveAsFile(work)
    if (!isClosed()) await onSignOut()
  }

  const isSent = hasNone(status) && !busy // the edits may also be sent while the dialog is open
  return (
    <Dialog
      title={isSent ? words.titleSent : isWhole ? words.title(waiting + refused.length) : words.titleUnread}
      isOpen
      onClose={onClose}
      role="alertdialog"
      keepOpenOutside
      actions={
        <>
          <Button onClick={onClose}>{words.stay}</Button>
          {isSent ? (
            <Button variant="primary" onClick={() => void onSignOut()}>
              {words.signOut}
            </Button>
          ) : (
            <>
              <Button variant="danger" onClick={() => void onSignOut()}>
                {words.discard}
              </Button>
              <Button onClick={() => void save()}>{words.save}</Button>
              <Button variant="primary" busy={busy} disabled={waiting === 0 && isWhole} onClick={() => void send()}>
                {words.send}
              </Button>
            </>
          )}
        </>
      }
    >
      <p>{isSent ? words.aboutSent : words.about}</p>
      {!isWhole && <p>{words.unread}</p>}
      {hasTried && waiting > 0 && <p role="alert">{words.notSent(failure ?? words.otherTab)}</p>}
      {refused.length > 0 && <p>{words.refused(refused.length)}</p>}
    </Dialog>
  )
}
