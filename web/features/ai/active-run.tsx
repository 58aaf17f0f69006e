import { useMutation } from '@tanstack/react-query'
import type { AiRun } from '../../../shared/contracts/ai.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './ai.module.css'
import { cancelRun } from './queries.ts'
import { texts } from './texts.ts'

const { overview: words } = texts

/** Progress of the current run. */
export function ActiveRun({ run, mayEdit }: { run: AiRun; mayEdit: boolean }) {
  const cancel = useMutation(cancelRun())
  const { imagesTotal: total, imagesDone, imagesFailed } = run
  const done = imagesDone + imagesFailed
  const isCovering = (run.task === 'label' || run.task === 'model') && total !== null && done >= total
  return (
    <div className={styles.active}>
      <ProgressBar
        label={isCovering ? words.predicting : nameOf(run)}
        {...(!isCovering && isCounted(run) && total !== null && total > 0 && { share: done / total, value: words.images(done, total) })}
      />
      {mayEdit && (
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(run.jobId)}>
          {words.cancel}
        </Button>
      )}
    </div>
  )
}

const learns = ({ task }: AiRun): boolean => task === 'label' || task === 'objects'

/** Whether the progress of a run counts images. While a model is learning, there is nothing to count. */
const isCounted = (run: AiRun): boolean => !learns(run) || run.modelVersionId !== null

function nameOf(run: AiRun): string {
  if (run.task === 'check') return words.checking
  if (run.task === 'similar') return words.preparing
  if (run.task === 'quality') return words.measuring
  return learns(run) && run.modelVersionId === null ? words.learning : texts.runs.name(run.number)
}
