import { sentenceOf } from '../../../api/api-error.ts'
import type { Outbox } from '../../../sync/outbox.ts'
import { type Step, withoutRefused } from '../../../sync/stored-step.ts'
import type { ToastMessage } from '../../../ui/toast.tsx'
import type { Edit } from './edits.ts'
import { type SiteDocument, siteKind } from './noun.ts'
import { texts } from './texts.ts'
import { partOf } from './without-newer.ts'

const { steps: words } = texts

/** Screen with the document of a project's sites. Its messages may outlive the screen. */
export interface SiteScreen {
  document: SiteDocument
  outbox: Pick<Outbox, 'listen'>
  /** True once the screen has been left. An open screen lists refused edits itself. */
  isClosed: () => boolean
  /** Ids of operations that the server refused. */
  refused: ReadonlySet<string>
  /** Opens a document with the newest sites, and records the refusals since the screen was left. */
  reopen: () => Promise<SiteDocument>
  onLeft: (ids: readonly string[]) => void
  show: (message: ToastMessage) => void
}

/**
 * Takes back the edits of a step, as a step of its own. Refused edits and newer values stay unchanged, because otherwise the version that won
 * would be lost. Once the screen has been left, a message reports a refusal. If the sites cannot be read, a message offers to try again.
 */
export async function takeBack(screen: SiteScreen, step: Step<Edit>): Promise<void> {
  const { document: known, outbox, isClosed, reopen, show } = screen
  const failed = (error: unknown) =>
    show({
      ...{ tone: 'danger', title: words.failed, description: sentenceOf(error, words.notRead) },
      action: { label: words.again, onAction: () => void takeBack(screen, step) }
    })
  let document = known
  if (isClosed()) {
    try {
      document = await reopen()
    } catch (error) {
      return failed(error)
    }
  }
  const close = () => document !== known && document.close()
  const kept = withoutRefused(step, false, screen.refused)
  if (!kept) {
    show({ tone: 'danger', title: words.refused })
    return void close()
  }
  try {
    await document.reach(kept.subject, kept.inverse)
  } catch (error) {
    close()
    return failed(error)
  }
  if (document === known && isClosed()) return takeBack(screen, step) // a closed document no longer has the newest sites
  const parts = kept.inverse.map((edit, place) => partOf(document.get(edit.siteId), edit, kept.edits.at(-1 - place)!))
  const newer = kept.inverse.filter((edit, place) => parts[place] !== edit)
  if (newer.length > 0) screen.onLeft(newer.map(({ siteId }) => siteId))
  const made = document.do(
    step.name,
    step.subject,
    parts.filter(part => part !== null)
  )
  const waiting = new Set(made?.ids)
  if (waiting.size === 0) return void close()
  const stop = outbox.listen(siteKind, document.projectId, {
    added: () => {},
    settled(edits) {
      const refused = edits.filter(({ id }) => waiting.delete(id)).find(({ problem }) => problem !== null)
      if (refused && isClosed()) show({ tone: 'danger', title: words.failed, description: refused.problem ?? '' })
      if (waiting.size > 0) return
      stop()
      close()
    }
  })
}
