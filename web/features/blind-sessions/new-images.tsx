import { useMutation, useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/api-error.ts'
import { useChanges } from '../../api/use-changes.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type AnnotationSession, newImagesOf, takeInImages } from './queries.ts'
import styles from './sessions.module.css'

/** Images that came after a session was planned, to be taken in. Nothing where there are none. */
export function NewImages({ session }: { session: AnnotationSession }) {
  const { data, refetch } = useQuery(newImagesOf(session))
  useChanges(session.projectId, session.images.kind === 'label' ? 'annotations' : 'media', () => void refetch())
  const take = useMutation(takeInImages(session))
  if (!data || data.count + data.leftOutCount === 0) return null
  const { count, leftOutCount } = data
  const came = session.images.kind === 'label' ? 'got the label' : count === 1 ? 'was added' : 'were added'

  async function takeIn() {
    try {
      const { imageCount } = await take.mutateAsync(session.revision)
      showToast({ tone: 'ok', title: `The session has ${formatCount(imageCount, 'image')} now` })
    } catch (error) {
      showToast({ tone: 'danger', title: sentenceOf(error, 'The images were not taken in.') })
    }
  }

  return (
    <Note>
      <div className={styles.newImages}>
        <div>
          {count > 0 && (
            <p>
              {formatCount(count, 'image')} {came} since the session was planned. Take {count === 1 ? 'it' : 'them'} in, and the members
              mark {count === 1 ? 'it' : 'them'} blind too.
            </p>
          )}
          {leftOutCount > 0 && (
            <p>
              {formatCount(leftOutCount, count > 0 ? 'further image' : 'new image')} cannot be taken in: members have marked{' '}
              {leftOutCount === 1 ? 'it' : 'them'} since the session began, where the others could see it. Plan another session for{' '}
              {leftOutCount === 1 ? 'it' : 'them'}.
            </p>
          )}
        </div>
        {count > 0 && (
          <Button busy={take.isPending} onClick={() => void takeIn()}>
            Take in {formatCount(count, 'image')}
          </Button>
        )}
      </div>
    </Note>
  )
}
