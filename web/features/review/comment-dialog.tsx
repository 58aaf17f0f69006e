import { useState } from 'react'
import { CommentField } from '../../annotation/comments/comment-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatCount } from '../../ui/format.ts'

interface CommentDialogProps {
  projectId: string
  count: number
  onComment: (text: string) => void
  onClose: () => void
}

/** Dialog for a comment on each of the annotations. */
export function CommentDialog({ projectId, count, onComment, onClose }: CommentDialogProps) {
  const [text, setText] = useState('')
  return (
    <FormDialog
      title={`Comment on ${formatCount(count, 'annotation')}`}
      confirm="Comment"
      busy={false}
      problem={null}
      onSubmit={event => {
        event.preventDefault()
        if (text.trim()) onComment(text)
      }}
      onClose={onClose}
    >
      <CommentField projectId={projectId} value={text} rows={4} autoFocus onChange={setText} />
    </FormDialog>
  )
}
