import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import styles from './media-section.module.css'
import { useInterrupted } from './upload/interrupted.ts'

/** Note about uploads that a reload interrupted. The page has lost the files, but the server keeps the parts received. */
export function InterruptedNote({ projectId }: { projectId: string }) {
  const { names, forget } = useInterrupted(projectId)
  if (names.length === 0) return null
  const shown = names.slice(0, 3).join(', ')
  return (
    <Note>
      <div className={styles.note}>
        <p>
          {formatCount(names.length, 'upload was', 'uploads were')} interrupted ({shown}
          {names.length > 3 && ' and others'}). Add the same files again to continue where they stopped.
        </p>
        <Button size="small" onClick={forget}>
          Dismiss
        </Button>
      </div>
    </Note>
  )
}
