import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { commentCounts } from '../../../annotation/comments/queries.ts'
import { listenToServer } from '../../../api/events.ts'

/** Returns a function that looks up the number of comments on an annotation. The number is 0 while the counts are not loaded, as when offline. */
export function useCommentCounts(mediaId: string): (annotationId: string) => number {
  const { data } = useQuery(commentCounts(mediaId))
  return annotationId => data?.get(annotationId) ?? 0
}

/** Refetches the comment counts when someone else changes annotations of the image. The person's own comments are counted immediately. */
export function useCommentNews(mediaId: string, me: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: commentCounts(mediaId).queryKey })
    return listenToServer(event => {
      if (event.type === 'changed' && event.noun === 'annotations' && event.mediaId === mediaId && event.by !== me) again()
    }, again)
  }, [client, mediaId, me])
}
