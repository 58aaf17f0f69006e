import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { Comment } from '../../../shared/contracts/comments.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DeleteIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import { CommentField } from './comment-field.tsx'
import styles from './comments.module.css'
import { piecesOf } from './mentions.ts'
import { addComment, commentsKey, commentsOf, removeComment } from './queries.ts'
import { texts } from './texts.ts'

interface CommentsProps {
  projectId: string
  /** Annotation that new comments belong to. */
  annotationId: string
  /** Other annotations of the same individual. Their comments are shown too. */
  also?: readonly string[]
  me: string
  isOwner: boolean
}

/** Comments on an annotation, with a field for a new one. */
// Long: the list, its calls and the field.
export function Comments({ projectId, annotationId, also = [], me, isOwner }: CommentsProps) {
  const client = useQueryClient()
  const query = useQuery(commentsOf([annotationId, ...also]))
  const [text, setText] = useState('')
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const again = () => client.invalidateQueries({ queryKey: commentsKey })
  const add = useMutation({
    mutationFn: (sent: string) => addComment(annotationId, sent),
    onSuccess: (_comment, sent) => {
      setText(typed => (typed === sent ? '' : typed))
      return again()
    },
    onError: error => {
      // the field states the failure, unless its annotation has been left
      if (isLeft.current) showToast({ tone: 'danger', title: texts.notSent, description: sentenceOf(error, texts.refused) })
    }
  })
  const remove = useMutation({
    mutationFn: removeComment,
    onError: error => showToast({ tone: 'danger', title: texts.notRemoved, description: sentenceOf(error, texts.refused) }),
    onSettled: again
  })
  return (
    <div className={styles.comments}>
      <Loaded query={query} failed={texts.failed} skeleton={<SkeletonRows rows={1} height="1.5rem" />}>
        {comments => (
          <ul>
            {comments.map(comment => (
              <li key={comment.id}>
                <span className={styles.body}>
                  <strong>{comment.authorName}</strong> <Timestamp time={comment.createdAt} />
                  {(comment.authorId === me || isOwner) && (
                    <IconButton size="small" label={texts.remove} onClick={() => remove.mutate(comment.id)}>
                      <DeleteIcon aria-hidden />
                    </IconButton>
                  )}
                </span>
                <p>
                  <CommentText {...comment} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (text.trim()) add.mutate(text)
        }}
      >
        <CommentField
          projectId={projectId}
          value={text}
          error={add.error ? sentenceOf(add.error, texts.notSent) : undefined}
          onChange={setText}
        />
        <Button size="small" type="submit" busy={add.isPending} disabled={!text.trim()}>
          {texts.comment}
        </Button>
      </form>
    </div>
  )
}

function CommentText({ text, mentions }: Pick<Comment, 'text' | 'mentions'>) {
  let from = 0
  return piecesOf(text, mentions).map(piece => {
    const key = from++
    return 'name' in piece ? (
      <span key={key} className={styles.mention}>
        @{piece.name}
      </span>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    )
  })
}
