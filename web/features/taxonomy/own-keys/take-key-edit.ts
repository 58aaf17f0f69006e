import type { QueryClient } from '@tanstack/react-query'
import { labelOutline } from '../queries.ts'
import { type KeyEdit, withKeyEdit } from './labels-with-keys.ts'

let taken = 0

/** Number of changes of own number keys that the server has applied. A label that was read before the last one has an outdated key. */
export const takenKeyEdits = (): number => taken

/** Applies a change to one of a person's own number keys, which the server has applied, to the cached outline. */
export function takeKeyEdit(client: QueryClient, projectId: string, edit: Omit<KeyEdit, 'id'>): void {
  taken++
  showKey(client, projectId, edit)
}

/** Writes an own number key to the cached outline. */
export function showKey(client: QueryClient, projectId: string, edit: Omit<KeyEdit, 'id'>): void {
  client.setQueryData(labelOutline(projectId).queryKey, data => data && { labels: [...withKeyEdit(data.labels, edit)] })
}
