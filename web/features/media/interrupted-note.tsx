import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import styles from './media-section.module.css'
import { useInterrupted } from './upload/interrupted.ts'

/** A page that was reloaded has lost its files, but not what had arrived of them. */
export function InterruptedNote({ projectId }: { projectId: string }) {
  const { names, forget } = useInterrupted(projectId)
  if (names.length === 0) return null
  const shown = names.slice(0, 3).join(', ')
  return (
    <Note>
      <div className={styles.note}>
        <p>
          {formatCount(names.length, 'upload was', 'uploads were')} cut off ({shown}
          {names.length > 3 && ' and others'}). Add the same files again: they go on where they stopped.
        </p>
        <Button size="small" onClick={forget}>
          Forget them
        </Button>
      </div>
    </Note>
  )
}
