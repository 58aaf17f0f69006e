import { useState } from 'react'
import { useAccountWork, useOutboxStatus } from '../../sync/use-account-work.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { saveAsFile } from './waiting-dialog.tsx'

interface SignOutDialogProps {
  /** Ends the session; what this browser keeps of the account goes with it. */
  onSignOut: () => Promise<void>
  onClose: () => void
}

/** Asks what becomes of edits that the server does not have, before signing out removes them from this browser. */
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

  const isSent = count === 0 && !busy // also by itself, while the question stands
  return (
    <Dialog
      title={isSent ? 'Every edit is on the server' : `${formatCount(count, 'edit is', 'edits are')} not on the server`}
      isOpen
      onClose={onClose}
      role="alertdialog"
      keepOpenOutside
      actions={
        <>
          <Button onClick={onClose}>Stay signed in</Button>
          {isSent ? (
            <Button variant="primary" onClick={() => void onSignOut()}>
              Sign out
            </Button>
          ) : (
            <>
              <Button variant="danger" onClick={() => void onSignOut()}>
                Throw away
              </Button>
              <Button onClick={() => void save()}>Save as a file</Button>
              <Button variant="primary" busy={busy} disabled={waiting === 0} onClick={() => void send()}>
                Send now
              </Button>
            </>
          )}
        </>
      }
    >
      <p>
        {isSent
          ? 'Your edits were sent meanwhile. Nothing is lost when you sign out.'
          : 'Signing out removes your work from this browser. Each of these signs you out once it is done.'}
      </p>
      {hasTried && waiting > 0 && <p role="alert">They could not be sent: {failure?.replace(/\.$/, '') ?? 'another tab sends'}.</p>}
      {refused.length > 0 && (
        <p>{formatCount(refused.length, 'edit was', 'edits were')} refused by the server, and can be saved as a file only.</p>
      )}
    </Dialog>
  )
}
