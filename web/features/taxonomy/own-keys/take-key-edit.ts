import type { QueryClient } from '@tanstack/react-query'
import { labelOutline } from '../queries.ts'
import { type KeyEdit, withKeyEdit } from './labels-with-keys.ts'

/** Applies a change to one of a person's own number keys to the cached outline. */
export function takeKeyEdit(client: QueryClient, projectId: string, edit: Omit<KeyEdit, 'id'>): void {
  client.setQueryData(labelOutline(projectId).queryKey, data => data && { labels: [...withKeyEdit(data.labels, edit)] })
}
