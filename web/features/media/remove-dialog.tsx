import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.tsx'
import { removeMedia } from './queries.ts'

interface RemoveDialogProps {
  projectId: string
  mediaIds: string[]
  /** File name of a single image. */
  fileName?: string
  onRemoved: (mediaIds: string[]) => void
  onClose: () => void
}

const atOnce = 4

/** Requests confirmation, then removes images a few at a time. */
export function RemoveDialog({ projectId, mediaIds, fileName, onRemoved, onClose }: RemoveDialogProps) {
  const { mutateAsync } = useMutation(removeMedia(projectId))
  const [done, setDone] = useState(0)
  const what = fileName ?? formatCount(mediaIds.length, 'image')

  async function remove() {
    const removed: string[] = []
    const waiting = [...mediaIds]
    let failure: unknown = null
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && failure === null; id = waiting.shift()) {
        try {
          await mutateAsync(id)
          removed.push(id)
          setDone(removed.length)
        } catch (error) {
          failure = error
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    onRemoved(removed)
    if (failure === null) {
      showToast({ tone: 'ok', title: `Deleted ${what}` })
      return
    }
    const kept = mediaIds.length - removed.length
    showToast({
      tone: 'danger',
      title: fileName ? `${fileName} was not deleted` : `${formatCount(kept, 'image was', 'images were')} not deleted`,
      description: sentenceOf(failure, 'The server refused. Try again.')
    })
    throw failure
  }

  return (
    <ConfirmDialog
      title={`Delete ${what}?`}
      confirm={mediaIds.length === 1 ? 'Delete image' : `Delete ${formatCount(mediaIds.length, 'image')}`}
      tone="danger"
      isOpen
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {mediaIds.length === 1 ? 'It is' : 'They are'} deleted for everyone in this project, including time, position and columns from
        tables. This cannot be undone. Files on your own disk are not affected.
      </p>
      {done > 0 && mediaIds.length > 1 && (
        <progress value={done} max={mediaIds.length} aria-label="Images deleted">
          {done} of {mediaIds.length}
        </progress>
      )}
    </ConfirmDialog>
  )
}
