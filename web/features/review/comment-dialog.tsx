import { CommentField } from '../../annotation/comments/comment-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { texts } from './texts.ts'

const { commentDialog: words } = texts

interface CommentDialogProps {
  projectId: string
  count: number
  text: string
  onText: (text: string) => void
  onComment: () => void
  onClose: () => void
}

/** Dialog to add the same comment to each of the annotations. */
export function CommentDialog({ projectId, count, text, onText, onComment, onClose }: CommentDialogProps) {
  return (
    <FormDialog
      title={words.title(count)}
      confirm={words.confirm}
      busy={false}
      problem={null}
      onSubmit={event => {
        event.preventDefault()
        if (text.trim()) onComment()
      }}
      onClose={onClose}
    >
      <CommentField projectId={projectId} value={text} rows={4} autoFocus onChange={onText} />
    </FormDialog>
  )
}
