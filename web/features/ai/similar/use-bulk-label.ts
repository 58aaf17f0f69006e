import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { renewLists, undoBulk } from '../../../annotation/review-lists.ts'
import { doneWords } from '../../../annotation/words.ts'
import { isRefused, sentenceOf } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { showToast } from '../../../ui/toast.tsx'
import { refreshAi } from '../queries.ts'
import { texts } from '../texts.ts'

const { similar: words } = texts

/** Returns two functions: `give` labels many annotations with a bulk edit of Review, and `undo` reverts the last of these edits. */
export function useBulkLabel(projectId: string, labelIndex: LabelIndex) {
  const client = useQueryClient()
  const made = useRef<{ id: string; closeToast: () => void }[]>([])
  const last = useRef<Promise<unknown>>(Promise.resolve())

  const renew = () => Promise.all([refreshAi(client), renewLists(client, projectId)])

  /** Runs calls one after another, so that an undo is sent after its change. */
  function run(work: () => Promise<void>): Promise<void> {
    const next = last.current.then(work)
    last.current = next
    return next
  }

  function forget(bulkId: string) {
    made.current.find(({ id }) => id === bulkId)?.closeToast() // the button of the toast would undo a second time
    made.current = made.current.filter(({ id }) => id !== bulkId)
  }

  async function undoOne(bulkId: string) {
    try {
      const { restoredCount } = await undoBulk(projectId, bulkId)
      forget(bulkId)
      showToast({ tone: 'ok', title: words.restored(restoredCount) })
    } catch (error) {
      if (isRefused(error)) forget(bulkId)
      showToast({ tone: 'danger', title: words.notUndone, description: sentenceOf(error, texts.refused) })
    }
    await renew()
  }

  return {
    give: (some: readonly { id: string; revision: number }[], labelId: string) =>
      run(async () => {
        try {
          const json = { annotations: some.map(({ id, revision }) => ({ id, revision })), change: { labelId } }
          const bulk = await call('POST /projects/:projectId/annotations/bulk', { params: { projectId }, json })
          const closeToast = showToast({
            tone: 'ok',
            title: doneWords(bulk.changedCount, { labelId }, labelIndex),
            ...(bulk.skippedCount > 0 && { description: words.skipped(bulk.skippedCount) }),
            ...(bulk.changedCount > 0 && { action: { label: texts.suggestions.undo, onAction: () => void run(() => undoOne(bulk.id)) } })
          })
          made.current.push({ id: bulk.id, closeToast })
        } catch (error) {
          showToast({ tone: 'danger', title: words.notGiven, description: sentenceOf(error, texts.refused) })
        }
        await renew()
      }),
    undo: () =>
      void run(async () => {
        const bulk = made.current.at(-1)
        if (bulk) await undoOne(bulk.id)
      })
  }
}
