import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '../../../shared/contracts/jobs.ts'
import type { Sample, SampleCount } from '../../../shared/contracts/sampling.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import styles from '../../annotation/panels.module.css'
import { samplesOf } from '../../annotation/sample-queries.ts'
import { sentenceOf } from '../../api/api-error.ts'
import type { ImageCard } from '../../imagery/images.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Note } from '../../ui/note.tsx'
import { draftOf, errorsOf, firstDraft, keepDraft, keptDraft, planOf } from './draft.ts'
import { PlanFields } from './plan-fields.tsx'
import { cancelSampleJob, drawSamples, drawSamplesOnAll, removeSample, removeSamplesFromAll, sampleCount } from './queries.ts'
import { SampleProgress } from './sample-progress.tsx'
import { texts } from './texts.ts'

interface SampleDialogProps {
  projectId: string
  /** The shown image. */
  image: ImageCard
  /** Filter for the choice "every image"; empty for all images of the project. */
  filter: string
  /** Existing points of this image. */
  existing: Sample | undefined
  /** Selected shape on the image. */
  selected: Shape | null
  /** Called with a message about the outcome; null when nothing was done. */
  onClose: (outcome: string | null) => void
}

/** Server job that draws or removes points on many images. */
interface Run {
  jobId: string
  kind: 'draw' | 'remove'
}

/** Dialog that draws or removes points for percent cover, on one image or on all images that match the filter. */
// Long: one dialog with its states, and the calls that change them.
export function SampleDialog({ projectId, image, filter, existing, selected, onClose }: SampleDialogProps) {
  const client = useQueryClient()
  const counted = useQuery(sampleCount(projectId, filter))
  const [draft, setDraft] = useState(
    () => keptDraft(projectId) ?? (existing && existing.plan.method !== 'imported' ? draftOf(existing.plan) : firstDraft)
  )
  const [scope, setScope] = useState<'one' | 'all'>('one')
  const [busy, setBusy] = useState<'draw' | 'remove' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [run, setRun] = useState<Run | null>(null)
  const errors = errorsOf(draft, scope === 'one' ? image : null)
  const isSound = Object.keys(errors).length === 0

  /** Runs an action and reports its outcome. @param work returns the message at the end; null while a job continues */
  async function attempt(kind: Run['kind'], work: () => Promise<string | null>) {
    setBusy(kind)
    setFailure(null)
    try {
      const result = await work()
      if (result) onClose(result)
    } catch (error) {
      setFailure(sentenceOf(error, kind === 'draw' ? texts.result.notDrawn : texts.result.notRemoved))
    }
    setBusy(null)
  }

  const followed = (kind: Run['kind'], count: SampleCount & { job: Job | null }) => {
    if (count.job) setRun({ jobId: count.job.id, kind })
    return count.job ? null : resultText(kind, count)
  }

  const draw = () =>
    attempt('draw', async () => {
      const plan = planOf(draft)
      keepDraft(projectId, draft)
      if (scope === 'all') return followed('draw', await drawSamplesOnAll(projectId, filter, plan))
      const { samples } = await drawSamples(projectId, [image.id], plan)
      const points = samples[0]?.points.length ?? 0
      // An event delivers the points later, but stepping through them needs their order now.
      if (points > 0) client.setQueryData(samplesOf(image.id).queryKey, { samples })
      return points > 0 ? texts.result.drawn(points) : texts.result.hasPoints
    })

  const takeAway = ({ id, points }: Sample) =>
    attempt('remove', async () => {
      await removeSample(id)
      return texts.result.removed(points.length)
    })

  const takeAllAway = () => attempt('remove', async () => followed('remove', await removeSamplesFromAll(projectId, filter)))

  async function ended({ kind }: Run, job: Job) {
    const count = await client.fetchQuery({ ...sampleCount(projectId, filter), staleTime: 0 }).catch(() => null)
    if (job.state === 'done') return onClose(count ? resultText(kind, count) : texts.result.done)
    void client.invalidateQueries({ queryKey: samplesOf(image.id).queryKey })
    setRun(null)
    setFailure([job.failure ?? texts.result.stopped, ...(count ? [texts.result.now(count)] : [])].join(' '))
  }

  if (run) {
    const leave = () => onClose(texts.job.continues[run.kind])
    return (
      <Dialog
        title={texts.dialog.title}
        isOpen
        onClose={leave}
        actions={
          <>
            <Button busy={busy !== null} onClick={() => void attempt(run.kind, () => cancelSampleJob(run.jobId).then(() => null))}>
              {texts.job.stop}
            </Button>
            <Button variant="primary" onClick={leave}>
              {texts.job.close}
            </Button>
          </>
        }
      >
        {failure && <FormSummary title={failure} />}
        <SampleProgress jobId={run.jobId} words={texts.job[run.kind]} onEnd={job => void ended(run, job)} />
      </Dialog>
    )
  }

  const sampled = counted.data?.sampledCount ?? 0
  return (
    <Dialog
      title={texts.dialog.title}
      isOpen
      onClose={() => onClose(null)}
      actions={
        <>
          <Button onClick={() => onClose(null)}>{texts.dialog.cancel}</Button>
          <Button variant="primary" busy={busy === 'draw'} disabled={!isSound} onClick={() => void draw()}>
            {texts.dialog.draw}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {failure && <FormSummary title={failure} />}
        <p className={styles.hint}>{texts.dialog.about}</p>
        <RadioGroup
          legend={texts.dialog.scope}
          name="scope"
          value={scope}
          onChange={setScope}
          options={[
            { value: 'one', label: texts.dialog.thisImage },
            {
              value: 'all',
              label: texts.dialog.everyImage(filter !== '', counted.data?.imageCount),
              ...(sampled > 0 && { description: texts.dialog.havePoints(sampled) })
            }
          ]}
        />
        {scope === 'one' && existing && (
          <Note>
            <p>{texts.dialog.existing(existing)}</p>
            <Button size="small" busy={busy === 'remove'} onClick={() => void takeAway(existing)}>
              {texts.dialog.remove}
            </Button>
          </Note>
        )}
        {scope === 'all' && sampled > 0 && (
          <Note>
            <p>{texts.dialog.aboutRemoveAll}</p>
            <Button size="small" busy={busy === 'remove'} onClick={() => void takeAllAway()}>
              {texts.dialog.removeAll}
            </Button>
          </Note>
        )}
        <PlanFields draft={draft} errors={errors} image={image} selected={selected} onChange={setDraft} />
      </div>
    </Dialog>
  )
}

/** Returns the result of drawing or removing points as a sentence. */
const resultText = (kind: Run['kind'], count: SampleCount) =>
  kind === 'draw' ? texts.result.drawnOnAll(count) : texts.result.removedFromAll(count)
