import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { newId } from '../../../../shared/new-id.ts'
import { type ImageCard, mediaKeys, refreshLists } from '../../../imagery/images.ts'
import type { Outbox } from '../../../sync/outbox.ts'
import type { SettledEdit, StoredEdit } from '../../../sync/stored-edit.ts'
import { showToast } from '../../../ui/toast.tsx'
import * as texts from '../texts.ts'
import type { WorkspaceProps } from '../workspace-props.ts'
import type { WorkStateEdit } from './send.ts'

const kind = 'workState'

/**
 * Returns a function that sets the work state of an image. The new state is shown immediately and sent through the outbox.
 * States refused by the server are reported and refetched.
 */
export function useWorkState(projectId: string, outbox: Outbox, onWorkState: WorkspaceProps['onWorkState']) {
  const client = useQueryClient()
  const show = useEffectEvent(onWorkState)
  /** Id of the newest edit by image. The answer to an earlier edit must not replace a state that waits. */
  const newest = useRef(new Map<string, string>())
  const settle = useEffectEvent((edits: readonly SettledEdit[]) => {
    for (const { id, subject, answer } of edits) {
      if (answer !== null && (newest.current.get(subject) ?? id) === id) onWorkState(subject, answer as ImageCard['workState'])
    }
    const refused = edits.filter(({ answer }) => answer === null)
    if (refused.length === 0) return
    showToast({ tone: 'danger', title: texts.workStates.notSaved(refused.length) })
    void client.invalidateQueries({ queryKey: mediaKeys.items })
    refreshLists(client, projectId).catch(() => {}) // the states already shown stay
  })
  useEffect(
    () =>
      outbox.listen(kind, projectId, {
        added: (edits: readonly StoredEdit[]) => {
          for (const { id, subject, body } of edits) {
            newest.current.set(subject, id)
            show(subject, (body as WorkStateEdit).state)
          }
        },
        settled: edits => settle(edits)
      }),
    [outbox, projectId]
  )
  return (mediaId: string, state: ImageCard['workState']) => {
    const body: WorkStateEdit = { id: newId(), mediaId, state }
    onWorkState(mediaId, state)
    void outbox.add([{ id: body.id, kind, project: projectId, subject: mediaId, thing: mediaId, body }])
  }
}
