import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RunDetails, Suggestion, SuggestionDecisionDraft, SuggestionState } from '../../../shared/contracts/ai.ts'
import { isRefused, sentenceOf } from '../../api/api-error.ts'
import { patchPages } from '../../api/patch-pages.ts'
import { showToast } from '../../ui/toast.tsx'
import { texts as bulkWords } from './bulk/texts.ts'
import { aiKeys, decide, refreshAi, refreshCounts, type SuggestionPages, undoDecision } from './queries.ts'
import { texts } from './texts.ts'

const { suggestions: words } = texts

const states: Record<SuggestionDecisionDraft['decision'], SuggestionState> = {
  accept: 'accepted',
  reject: 'rejected',
  relabel: 'relabelled',
  unsure: 'unsure',
  wait: 'waiting'
}

/**
 * Returns functions that decide on the suggestions of a run and undo decisions. Cards change in place, so that the grid keeps its order.
 * @param last the last decision on the server, which `undoLast` undoes if none was made on this page
 */
// Long: one mutation and its undo.
export function useDecisions(runId: string, last: RunDetails['lastDecision'] = null) {
  const client = useQueryClient()
  const mine = useRef<{ id: string; closeToast?: () => void }[]>([])
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  /** Ids of undone decisions, because `last` may not be up to date yet. */
  const undone = useRef(new Set<string>())

  function change(ids: ReadonlySet<string>, part: Partial<Suggestion>) {
    patchPages<SuggestionPages>(client, aiKeys.suggestions(runId), data => ({
      ...data,
      pages: data.pages.map(page => ({ ...page, items: page.items.map(item => (ids.has(item.id) ? { ...item, ...part } : item)) }))
    }))
  }

  const { mutateAsync, isPending } = useMutation({
    ...decide(runId),
    scope: { id: `decisions of ${runId}` },
    onMutate: (draft: SuggestionDecisionDraft) => {
      change(new Set(draft.suggestionIds), {
        state: states[draft.decision],
        givenLabelId: draft.decision === 'relabel' ? draft.labelId : null
      })
    },
    onSuccess: async (decision, draft) => {
      const isSingle = draft.suggestionIds.length === 1
      const made: (typeof mine.current)[number] = { id: decision.id }
      if (!isSingle || decision.count === 0)
        made.closeToast = showToast({
          ...(decision.count > 0 && { tone: 'ok' as const }),
          title: words.decided(decision),
          ...(decision.leftOut > 0 && { description: words.leftOut(decision) }),
          ...(decision.count > 0 && { action: { label: words.undo, onAction: () => void undo(decision.id) } })
        })
      mine.current.push(made)
      await (decision.leftOut > 0 ? refreshAi(client) : refreshCounts(client))
    },
    onError: async error => {
      showToast({ tone: 'danger', title: words.notDecided, description: sentenceOf(error, texts.refused) })
      await refreshAi(client)
    }
  })

  function forget(id: string) {
    mine.current.find(each => each.id === id)?.closeToast?.() // the button of the toast would undo a second time
    mine.current = mine.current.filter(each => each.id !== id)
  }

  async function undo(id: string) {
    undone.current.add(id)
    try {
      const { restored, undoneAt } = await undoDecision(id)
      forget(id)
      showToast({ tone: 'ok', title: undoneAt === null ? bulkWords.undoBegun : words.undone(restored) })
    } catch (error) {
      if (isRefused(error)) forget(id)
      else undone.current.delete(id)
      showToast({ tone: 'danger', title: words.notUndone, description: sentenceOf(error, texts.refused) })
    }
    await refreshAi(client)
  }

  function sendDecision(draft: SuggestionDecisionDraft): void {
    sent.current = Promise.allSettled([sent.current, mutateAsync(draft)])
  }

  /** Undoes the last decision after the server has received all decisions of this page. */
  async function undoLast() {
    await sent.current
    // ids increase with time, and `last` may be a bulk acceptance after these
    const ids = [mine.current.at(-1)?.id, last?.id].filter(id => id !== undefined && !undone.current.has(id))
    const newest = ids.sort().at(-1)
    if (newest !== undefined) await undo(newest)
  }

  return { decide: sendDecision, isPending, undo, undoLast: () => void undoLast() }
}
