import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { commentCounts } from '../../../annotation/comments/queries.ts'
import { listenToServer } from '../../../api/events.ts'

/** Number of comments on an annotation of the image; 0 until it is loaded, as without a network. */
export function useCommentCounts(mediaId: string): (annotationId: string) => number {
  const { data } = useQuery(commentCounts(mediaId))
  return annotationId => data?.get(annotationId) ?? 0
}

/** Refetches the counts when another person acts on the image. The person's own comments are counted at once. */
export function useCommentNews(mediaId: string, me: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: commentCounts(mediaId).queryKey })
    return listenToServer(event => {
      if (event.type === 'changed' && event.noun === 'annotations' && event.mediaId === mediaId && event.by !== me) again()
    }, again)
  }, [client, mediaId, me])
}
