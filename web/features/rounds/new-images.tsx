import { useMutation, useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { useChanges } from '../../api/use-changes.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type AnnotationSession, newImagesOf, takeInImages } from './queries.ts'
import styles from './rounds.module.css'
import { texts } from './texts.ts'

const { newImages: words } = texts

/** Note about images that were added after a round was planned, with a button that adds them. Renders nothing if there are none. */
export function NewImages({ round }: { round: AnnotationSession }) {
  const { data, refetch } = useQuery(newImagesOf(round))
  useChanges(round.projectId, round.images.kind === 'label' ? 'annotations' : 'media', () => void refetch())
  const take = useMutation(takeInImages(round))
  if (!data || data.count + data.leftOutCount === 0) return null
  const { count, leftOutCount } = data

  async function takeIn() {
    try {
      const { imageCount } = await take.mutateAsync(round.revision)
      showToast({ tone: 'ok', title: words.taken(imageCount) })
    } catch (error) {
      showToast({ tone: 'danger', title: sentenceOf(error, words.failed) })
    }
  }

  return (
    <Note>
      <div className={styles.newImages}>
        <div>
          {count > 0 && <p>{round.images.kind === 'label' ? words.gotLabel(count) : words.added(count)}</p>}
          {leftOutCount > 0 && <p>{count > 0 ? words.furtherLeftOut(leftOutCount) : words.leftOut(leftOutCount)}</p>}
        </div>
        {count > 0 && (
          <Button busy={take.isPending} onClick={() => void takeIn()}>
            {words.take(count)}
          </Button>
        )}
      </div>
    </Note>
  )
}
