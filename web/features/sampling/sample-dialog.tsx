import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '../../../shared/contracts/jobs.ts'
import type { Sample, SampleCount } from '../../../shared/contracts/sampling.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import styles from '../../annotation/panels.module.css'
import { samplesOf } from '../../annotation/queries.ts'
import { sentenceOf } from '../../api/api-error.ts'
import type { ImageCard } from '../../imagery/images.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { draftOf, errorsOf, firstDraft, keepDraft, keptDraft, planOf } from './draft.ts'
import { PlanFields } from './plan-fields.tsx'
import { cancelSampleJob, drawSamples, drawSamplesOnAll, removeSample, removeSamplesFromAll, sampleCount } from './queries.ts'
import { SampleProgress } from './sample-progress.tsx'

interface SampleDialogProps {
  projectId: string
  /** The shown image. */
  image: ImageCard
  /** Filter for "every image"; empty for all images of the project. */
  filter: string
  /** Existing points of this image. */
  existing: Sample | undefined
  /** Selected shape on the image. */
  selected: Shape | null
  onClose: (said: string | null) => void
}

/** Job of the server on many images. */
interface Run {
  jobId: string
  kind: 'draw' | 'remove'
}

/** Dialog that draws points for percent cover: number, method, area and seed, on one image or on all matches of the filter. */
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
      const said = await work()
      if (said) onClose(said)
    } catch (error) {
      setFailure(sentenceOf(error, kind === 'draw' ? 'The points were not drawn.' : 'The points were not removed.'))
    }
    setBusy(null)
  }

  const followed = (kind: Run['kind'], count: SampleCount & { job: Job | null }) => {
    if (count.job) setRun({ jobId: count.job.id, kind })
    return count.job ? null : outcome(kind, count)
  }

  const draw = () =>
    attempt('draw', async () => {
      const plan = planOf(draft)
      keepDraft(projectId, draft)
      if (scope === 'all') return followed('draw', await drawSamplesOnAll(projectId, filter, plan))
      const { samples } = await drawSamples(projectId, [image.id], plan)
      const points = samples[0]?.points.length ?? 0
      // at once, because the points also arrive by an event, and the walk needs their order
      if (points > 0) client.setQueryData(samplesOf(image.id).queryKey, { samples })
      return points > 0 ? `${formatCount(points, 'point', 'points')} drawn` : 'This image has points already'
    })

  const takeAway = ({ id, points }: Sample) =>
    attempt('remove', async () => {
      await removeSample(id)
      return `${formatCount(points.length, 'point', 'points')} removed`
    })

  const takeAllAway = () => attempt('remove', async () => followed('remove', await removeSamplesFromAll(projectId, filter)))

  async function ended({ kind }: Run, job: Job) {
    const count = await client.fetchQuery({ ...sampleCount(projectId, filter), staleTime: 0 }).catch(() => null)
    if (job.state === 'done') return onClose(count ? outcome(kind, count) : 'Done')
    void client.invalidateQueries({ queryKey: samplesOf(image.id).queryKey })
    const now = count ? ` ${formatNumber(count.sampledCount)} of ${formatNumber(count.imageCount)} images have points now.` : ''
    setRun(null)
    setFailure(`${job.failure ?? 'The job was stopped before it finished.'}${now}`)
  }

  if (run) {
    const words = run.kind === 'draw' ? 'Drawing points' : 'Removing points'
    return (
      <Dialog
        title="Sample points"
        isOpen
        onClose={() => onClose(`${words} continues`)}
        actions={
          <>
            <Button busy={busy !== null} onClick={() => void attempt(run.kind, () => cancelSampleJob(run.jobId).then(() => null))}>
              Stop
            </Button>
            <Button variant="primary" onClick={() => onClose(`${words} continues`)}>
              Close
            </Button>
          </>
        }
      >
        {failure && <FormSummary title={failure} />}
        <SampleProgress jobId={run.jobId} words={words} onEnd={job => void ended(run, job)} />
      </Dialog>
    )
  }

  const sampled = counted.data?.sampledCount ?? 0
  return (
    <Dialog
      title="Sample points"
      isOpen
      onClose={() => onClose(null)}
      actions={
        <>
          <Button onClick={() => onClose(null)}>Cancel</Button>
          <Button variant="primary" busy={busy === 'draw'} disabled={!isSound} onClick={() => void draw()}>
            Draw points
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {failure && <FormSummary title={failure} />}
        <p className={styles.hint}>Label each point. The share of points with a label is its cover, with an interval.</p>
        <RadioGroup
          legend="Where"
          name="scope"
          value={scope}
          onChange={setScope}
          options={[
            { value: 'one', label: 'This image' },
            { value: 'all', label: everyImage(filter, counted.data), ...(sampled > 0 && { description: havePoints(sampled) }) }
          ]}
        />
        {scope === 'one' && existing && (
          <Note>
            <p>
              This image has {formatCount(existing.points.length, 'point', 'points')}, {origin(existing.plan)}.
            </p>
            <Button size="small" busy={busy === 'remove'} onClick={() => void takeAway(existing)}>
              Remove them
            </Button>
          </Note>
        )}
        {scope === 'all' && sampled > 0 && (
          <Note>
            <p>Points can be removed from every image without a named, described or discussed point. Other images keep all of theirs.</p>
            <Button size="small" busy={busy === 'remove'} onClick={() => void takeAllAway()}>
              Remove unnamed points
            </Button>
          </Note>
        )}
        <PlanFields draft={draft} errors={errors} image={image} selected={selected} onChange={setDraft} />
      </div>
    </Dialog>
  )
}

const origin = (plan: Sample['plan']) =>
  plan.method === 'imported' ? `imported from ${plan.fileName}` : `drawn with the seed “${plan.seed}”`

function everyImage(filter: string, count: SampleCount | undefined): string {
  const words = filter ? 'Every image that matches the filter' : 'Every image of the project'
  return count ? `${words} (${formatNumber(count.imageCount)})` : words
}

const havePoints = (count: number) => `${formatCount(count, 'image has points and keeps', 'images have points and keep')} them`

/** Result of drawing or removing points, as a sentence. */
function outcome(kind: Run['kind'], { imageCount, sampledCount }: SampleCount): string {
  const of = (count: number) => `${formatNumber(count)} of ${formatCount(imageCount, 'image', 'images')}`
  if (kind === 'draw') {
    const left = imageCount - sampledCount
    return `${of(sampledCount)} ${sampledCount === 1 ? 'has' : 'have'} points${left > 0 ? `; ${formatNumber(left)} too small for this plan` : ''}`
  }
  const free = imageCount - sampledCount
  return `${of(free)} ${free === 1 ? 'has' : 'have'} no points${sampledCount > 0 ? `; ${formatCount(sampledCount, 'image keeps its points', 'images keep theirs')}` : ''}`
}
