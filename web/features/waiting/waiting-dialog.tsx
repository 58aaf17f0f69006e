import { useState } from 'react'
import { saveBlob } from '../../api/save-file.ts'
import type { AccountWork } from '../../sync/account-work.ts'
import { editsFile } from '../../sync/save-edits.ts'
import { useOutboxStatus } from '../../sync/use-account-work.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.tsx'
import { ProjectEdits } from './project-edits.tsx'
import styles from './waiting.module.css'

export async function saveAsFile({ accountId, outbox }: AccountWork): Promise<void> {
  const { name, blob } = editsFile(accountId, await outbox.all(), new Date())
  saveBlob(blob, name)
}

/** What is not on the server yet, by project, and the ways on. */
// Long: one dialog with its states, and the calls that change them.
export function WaitingDialog({ work, onClose }: { work: AccountWork; onClose: () => void }) {
  const { outbox } = work
  const { ofProject, refused, unkept, failure, waiting } = useOutboxStatus()
  const [busy, setBusy] = useState(false)
  const [drops, setDrops] = useState(false)
  const projects = [...new Set([...ofProject.keys(), ...refused.map(({ project }) => project)])]

  async function send() {
    setBusy(true)
    await outbox.sendNow()
    setBusy(false)
  }

  async function giveUp() {
    try {
      await outbox.discard(refused.map(({ id }) => id))
    } catch (error) {
      showToast({ tone: 'danger', title: 'The disk of this browser cannot be written: the edits are still there.' })
      throw error
    }
  }

  if (drops) {
    return (
      <ConfirmDialog
        title="Throw these edits away?"
        confirm={`Throw ${formatCount(refused.length, 'edit', 'edits')} away`}
        tone="danger"
        isOpen
        onConfirm={giveUp}
        onClose={() => setDrops(false)}
      >
        <p>Only the edits that the server refused go. What stands on the server stays.</p>
      </ConfirmDialog>
    )
  }
  return (
    <Dialog
      title="Not on the server yet"
      isOpen
      onClose={onClose}
      actions={
        <>
          {refused.length > 0 && <Button onClick={() => setDrops(true)}>Throw away what was refused</Button>}
          <Button disabled={projects.length === 0} onClick={() => void saveAsFile(work)}>
            Save as a file
          </Button>
          <Button variant="primary" busy={busy} disabled={waiting === 0} onClick={() => void send()}>
            Send now
          </Button>
        </>
      }
    >
      {projects.length === 0 && <p>Every edit is on the server.</p>}
      {unkept && (
        <p className={styles.unkept} role="alert">
          {unkept.reason}. {formatCount(unkept.count, 'edit is', 'edits are')} in this tab alone: leave it open until they are sent, or save
          them as a file.
        </p>
      )}
      {failure && waiting > 0 && <p>The last try failed: {failure.replace(/\.$/, '')}. The next one comes by itself.</p>}
      <ul className={styles.projects}>
        {projects.map(projectId => (
          <ProjectEdits
            key={projectId}
            projectId={projectId}
            waiting={ofProject.get(projectId) ?? 0}
            refused={refused.filter(({ project }) => project === projectId)}
            onLeave={onClose}
          />
        ))}
      </ul>
    </Dialog>
  )
}
