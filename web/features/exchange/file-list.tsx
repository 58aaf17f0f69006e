import { type ReactNode, useState } from 'react'
import type { Export, ImportSummary } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { DeleteIcon } from '../../ui/icons.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './exchange.module.css'
import { formatTexts, texts } from './texts.ts'

const { fileList: words } = texts

interface FileListProps<Listed> {
  files: readonly Listed[]
  status: (file: Listed) => ReactNode
  /** Renders the buttons before the delete button. */
  actions: (file: Listed) => ReactNode
  mayDelete: (file: Listed) => boolean
  /** Returns the texts of the confirmation dialog for a deletion. */
  question: (file: Listed) => { title: string; confirm: string; about: string }
  onDelete: (id: string) => Promise<unknown>
}

/** List of exported or imported files with their state and actions. */
export function FileList<Listed extends Export | ImportSummary>(props: FileListProps<Listed>) {
  const { files, status, actions, mayDelete, question, onDelete } = props
  const [deleting, setDeleting] = useState<Listed | null>(null)
  const dialog = deleting && question(deleting)

  async function remove({ id, fileName }: Listed) {
    try {
      await onDelete(id)
    } catch (error) {
      showToast({ tone: 'danger', title: words.notDeleted(fileName), description: sentenceOf(error, words.refused) })
      throw error
    }
  }

  return (
    <>
      <ul className={styles.list}>
        {files.map(file => (
          <li key={file.id} className={styles.row}>
            <div className={styles.rowWords}>
              <p className={styles.rowName}>{file.fileName}</p>
              <p className={styles.rowAbout}>
                {file.format ? `${formatTexts[file.format].name} · ` : ''}
                {file.createdBy} · <Timestamp time={file.createdAt} />
              </p>
              {status(file)}
            </div>
            <div className={styles.rowActions}>
              {actions(file)}
              {mayDelete(file) && (
                <IconButton size="small" label={words.delete(file.fileName)} tip={question(file).confirm} onClick={() => setDeleting(file)}>
                  <DeleteIcon />
                </IconButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {deleting && dialog && (
        <ConfirmDialog
          title={dialog.title}
          confirm={dialog.confirm}
          tone="danger"
          isOpen
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          <p>{dialog.about}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
