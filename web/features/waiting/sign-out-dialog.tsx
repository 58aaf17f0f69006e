import { useState } from 'react'
import { useAccountWork, useOutboxStatus } from '../../sync/use-account-work.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
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
  const { waiting, refused, failure } = useOutboxStatus()
  const [busy, setBusy] = useState(false)
  const [hasTried, setTried] = useState(false)
  const count = waiting + refused.length

  async function send() {
    if (!work) return
    setBusy(true)
    const isSent = await work.outbox.sendNow()
    setBusy(false)
    setTried(true)
    if (isSent && work.outbox.status().refused.length === 0) await onSignOut()
  }

  async function save() {
    if (work) await saveAsFile(work)
    await onSignOut()
  }

  const isSent = count === 0 && !busy // the edits may also be sent while the dialog is open
  return (
    <Dialog
      title={isSent ? words.titleSent : words.title(count)}
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
              <Button variant="primary" busy={busy} disabled={waiting === 0} onClick={() => void send()}>
                {words.send}
              </Button>
            </>
          )}
        </>
      }
    >
      <p>{isSent ? words.aboutSent : words.about}</p>
      {hasTried && waiting > 0 && <p role="alert">{words.notSent(failure ?? words.otherTab)}</p>}
      {refused.length > 0 && <p>{words.refused(refused.length)}</p>}
    </Dialog>
  )
}
