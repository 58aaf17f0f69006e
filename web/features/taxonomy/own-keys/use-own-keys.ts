import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { newId } from '../../../../shared/new-id.ts'
import { hasOwnKeptKeys } from '../../../annotation/kept-keys.ts'
import { useUser } from '../../../api/session-context.ts'
import type { Outbox } from '../../../sync/outbox.ts'
import type { NewEdit, SettledEdit, StoredEdit } from '../../../sync/stored-edit.ts'
import { useAccountWork } from '../../../sync/use-account-work.ts'
import { showToast } from '../../../ui/toast.tsx'
import { labelOutline } from '../queries.ts'
import { type KeyEdit, withKeyEdit } from './labels-with-keys.ts'
import { takeKeyEdit } from './take-key-edit.ts'
import { notSaved } from './texts.ts'

const kind = 'numberKey'

/**
 * Returns labels with the person's own number keys, and a function that changes a key. Changes in the outbox are already applied. A null digit
 * removes a key. A change refused by the server is reported and reverted.
 */
// Long: the waiting changes of one catalog, from the outbox to the labels.
export function useOwnKeys(
  projectId: string,
  labels: readonly OutlineLabel[]
): [labels: readonly OutlineLabel[], give: (labelId: string, digit: number | null) => void] {
  const client = useQueryClient()
  const { id: accountId } = useUser()
  const work = useAccountWork()
  const outbox = work?.accountId === accountId ? work.outbox : null
  const [waiting, setWaiting] = useState<readonly KeyEdit[]>([])

  const settle = useEffectEvent((edits: readonly SettledEdit[]) => {
    const applied = edits.flatMap(({ answer }) => (answer ? [answer as KeyEdit] : []))
    for (const edit of applied) takeKeyEdit(client, projectId, edit)
    setWaiting(before => before.filter(({ id }) => !edits.some(edit => edit.id === id)))
    if (applied.length < edits.length) showToast({ tone: 'danger', title: notSaved(edits.length - applied.length) })
    const { queryKey } = labelOutline(projectId)
    // the server may have kept another key, and an outline request under way may return the earlier state
    if (applied.some(({ unlessGiven }) => unlessGiven) || client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
  })

  useEffect(() => {
    if (!outbox) return
    const settled = new Set<string>()
    const show = (edits: readonly StoredEdit[], isOlder = false) => {
      const bodies = edits.flatMap(({ id, body }) => (settled.has(id) ? [] : [body as KeyEdit]))
      setWaiting(before => {
        const fresh = bodies.filter(({ id }) => !before.some(edit => edit.id === id))
        return isOlder ? [...fresh, ...before] : [...before, ...fresh]
      })
    }
    const stop = outbox.listen(kind, projectId, {
      added: edits => show(edits),
      settled: edits => {
        for (const { id } of edits) settled.add(id)
        settle(edits)
      }
    })
    const isMine = (edit: StoredEdit) => edit.kind === kind && edit.project === projectId && edit.problem === null
    outbox.all().then(
      edits => show(edits.filter(isMine), true),
      () => {} // the server's keys stay on the screen
    )
    return stop
  }, [outbox, projectId])

  async function add(edits: readonly KeyEdit[]) {
    setWaiting(before => [...before, ...edits])
    await outbox?.add(edits.map(edit => stored(projectId, edit)))
  }
  const carryOver = useEffectEvent(async ({ status }: Outbox) => {
    const { forgetCarriedKeys, keysToCarryOver } = await import('./carry-over.ts')
    await add(keysToCarryOver(accountId, projectId, labels))
    if (status().unkept === null) forgetCarriedKeys(accountId, projectId) // the keys are in the outbox
  })
  useEffect(() => {
    // without a network, the keys stay in this browser, and the next visit sends them
    if (outbox && hasOwnKeptKeys(accountId, projectId)) carryOver(outbox).catch(() => {})
  }, [outbox, accountId, projectId])

  const give = (labelId: string, digit: number | null) => void add([{ id: newId(), labelId, key: digit }])
  return [useMemo(() => waiting.reduce(withKeyEdit, labels), [waiting, labels]), give]
}

const stored = (project: string, body: KeyEdit): NewEdit => {
  const { id, labelId } = body
  return { id, kind, project, subject: labelId, thing: labelId, body }
}
