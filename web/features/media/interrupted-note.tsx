import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './media-section.module.css'
import { galleryTexts as texts } from './texts.ts'
import { useInterrupted } from './upload/interrupted.ts'

/** Note about uploads that a reload interrupted. The page no longer has the files, but the server keeps the parts that it received. */
export function InterruptedNote({ projectId }: { projectId: string }) {
  const { names, forget } = useInterrupted(projectId)
  if (names.length === 0) return null
  return (
    <Note>
      <div className={styles.note}>
        <p>{texts.add.interrupted(names)}</p>
        <Button size="small" onClick={forget}>
          {texts.add.dismiss}
        </Button>
      </div>
    </Note>
  )
}
