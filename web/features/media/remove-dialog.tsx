import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useIsGone } from '../../ui/use-is-gone.ts'
import { removeMedia } from './queries.ts'
import { texts } from './texts.ts'

const { deleteDialog: words } = texts

interface RemoveDialogProps {
  projectId: string
  mediaIds: string[]
  /** File name, if there is only one image. */
  fileName?: string
  /** Called with the deleted images. @param isClosed true when the dialog was closed before the end */
  onRemoved: (mediaIds: string[], isClosed: boolean) => void
  onClose: () => void
}

const atOnce = 4

/** Dialog that requires confirmation, then deletes the images a few at a time. Closing it keeps the images that are not deleted yet. */
export function RemoveDialog({ projectId, mediaIds, fileName, onRemoved, onClose }: RemoveDialogProps) {
  const { mutateAsync } = useMutation(removeMedia(projectId))
  const [done, setDone] = useState(0)
  const isClosed = useIsGone()
  const what = fileName ?? words.images(mediaIds.length)

  async function remove() {
    const removed: string[] = []
    const waiting = [...mediaIds]
    let failure: unknown = null
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && failure === null && !isClosed(); id = waiting.shift()) {
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
    onRemoved(removed, isClosed())
    if (failure === null && removed.length < mediaIds.length) return showToast({ title: words.stopped(removed.length, mediaIds.length) })
    if (failure === null) {
      showToast({ tone: 'ok', title: words.done(what) })
      return
    }
    const kept = mediaIds.length - removed.length
    showToast({
      tone: 'danger',
      title: fileName ? words.notDeleted(fileName) : words.someNotDeleted(kept),
      description: sentenceOf(failure, words.refused)
    })
    throw failure
  }

  return (
    <ConfirmDialog
      title={words.title(what)}
      confirm={words.confirm(mediaIds.length)}
      tone="danger"
      isOpen
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{words.about(mediaIds.length)}</p>
      {done > 0 && mediaIds.length > 1 && (
        <progress value={done} max={mediaIds.length} aria-label={words.progress}>
          {words.of(done, mediaIds.length)}
        </progress>
      )}
    </ConfirmDialog>
  )
}
