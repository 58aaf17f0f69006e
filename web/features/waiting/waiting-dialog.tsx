import { useState } from 'react'
import { saveBlob } from '../../api/save-file.ts'
import type { AccountWork } from '../../sync/account-work.ts'
import { editsFile } from '../../sync/save-edits.ts'
import { useOutboxStatus } from '../../sync/use-account-work.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ProjectEdits } from './project-edits.tsx'
import { texts } from './texts.ts'
import styles from './waiting.module.css'

const { dialog: words, discardDialog } = texts

export async function saveAsFile({ accountId, outbox }: AccountWork): Promise<void> {
  const { name, blob } = editsFile(accountId, await outbox.all(), new Date())
  saveBlob(blob, name)
}

/** Dialog with the unsent edits by project, to send, save or discard. */
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
      showToast({ tone: 'danger', title: discardDialog.failed })
      throw error
    }
  }

  if (drops) {
    return (
      <ConfirmDialog
        title={discardDialog.title}
        confirm={discardDialog.confirm(refused.length)}
        tone="danger"
        isOpen
        onConfirm={giveUp}
        onClose={() => setDrops(false)}
      >
        <p>{discardDialog.about}</p>
      </ConfirmDialog>
    )
  }
  return (
    <Dialog
      title={words.title}
      isOpen
      onClose={onClose}
      actions={
        <>
          {refused.length > 0 && <Button onClick={() => setDrops(true)}>{words.discard}</Button>}
          <Button disabled={projects.length === 0} onClick={() => void saveAsFile(work)}>
            {words.save}
          </Button>
          <Button variant="primary" busy={busy} disabled={waiting === 0} onClick={() => void send()}>
            {words.send}
          </Button>
        </>
      }
    >
      {projects.length === 0 && <p>{words.none}</p>}
      {unkept && (
        <p className={styles.unkept} role="alert">
          {words.unkept(unkept.reason, unkept.count)}
        </p>
      )}
      {failure && waiting > 0 && <p>{words.failed(failure)}</p>}
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
