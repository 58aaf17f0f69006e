import type { QueryClient } from '@tanstack/react-query'
import { labelOutline } from '../queries.ts'
import { type KeyEdit, withKeyEdit } from './labels-with-keys.ts'

let taken = 0

/** Returns the number of applied changes to own number keys. A label that was fetched before the last change may have an outdated key. */
export const takenKeyEdits = (): number => taken

/** Updates the cached outline after the server has applied a change to an own number key. */
export function takeKeyEdit(client: QueryClient, projectId: string, edit: Omit<KeyEdit, 'id'>): void {
  taken++
  showKey(client, projectId, edit)
}

/** Writes an own number key to the cached outline. */
export function showKey(client: QueryClient, projectId: string, edit: Omit<KeyEdit, 'id'>): void {
  client.setQueryData(labelOutline(projectId).queryKey, data => data && { labels: [...withKeyEdit(data.labels, edit)] })
}
