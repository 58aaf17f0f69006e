import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useChanges } from '../api/use-changes.ts'
import { type ImageCard, mediaItem, takeMedia } from './images.ts'

/** Polls an image that is being prepared, and updates every cached copy once the image is ready or has failed. */
export function usePreparation({ id, projectId, state }: Pick<ImageCard, 'id' | 'projectId' | 'state'>): void {
  const client = useQueryClient()
  const isPreparing = state === 'processing'
  const { data, refetch } = useQuery({ ...mediaItem(id), enabled: isPreparing })
  useChanges(projectId, 'media', () => isPreparing && void refetch())
  useEffect(() => {
    if (isPreparing && data && data.state !== 'processing') takeMedia(client, data)
  }, [client, isPreparing, data])
}
