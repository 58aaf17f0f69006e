import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DeleteIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './panels.module.css'
import { addComment, commentsOf, removeComment } from './queries.ts'

/** What people say of an annotation, and a place to say more. */
export function Comments({ annotationId, me, isOwner }: { annotationId: string; me: string; isOwner: boolean }) {
  const client = useQueryClient()
  const query = useQuery(commentsOf(annotationId))
  const [text, setText] = useState('')
  const again = () => client.invalidateQueries({ queryKey: commentsOf(annotationId).queryKey })
  const add = useMutation({
    mutationFn: () => addComment(annotationId, text),
    onSuccess: () => {
      setText('')
      return again()
    }
  })
  const remove = useMutation({ mutationFn: removeComment, onSuccess: again })
  return (
    <div className={styles.comments}>
      <Loaded query={query} failed="The comments could not be loaded" skeleton={<SkeletonRows rows={1} height="1.5rem" />}>
        {({ comments }) => (
          <ul>
            {comments.map(comment => (
              <li key={comment.id}>
                <span className={styles.said}>
                  <strong>{comment.authorName}</strong> <Timestamp time={comment.createdAt} />
                  {(comment.authorId === me || isOwner) && (
                    <IconButton size="small" label="Delete this comment" onClick={() => remove.mutate(comment.id)}>
                      <DeleteIcon aria-hidden />
                    </IconButton>
                  )}
                </span>
                <p>{comment.text}</p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (text.trim()) add.mutate()
        }}
      >
        <TextArea
          label="Comment"
          rows={2}
          value={text}
          description="@ and an e-mail address mentions a member."
          error={add.error ? sentenceOf(add.error, 'The comment was not sent.') : undefined}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Button size="small" type="submit" busy={add.isPending} disabled={!text.trim()}>
          Comment
        </Button>
      </form>
    </div>
  )
}
