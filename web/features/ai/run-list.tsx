import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { AiRun } from '../../../shared/contracts/ai.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { saveBlob } from '../../api/save-file.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './ai.module.css'
import { ToOverview } from './overview.tsx'
import { cancelRun, isUnderWay, provenanceOf, resumeRun, runsOf } from './queries.ts'
import { RunBadge } from './run-badge.tsx'
import { texts } from './texts.ts'

const { runs: words } = texts

/** Table of the runs of a project, newest first. */
export function RunList({ projectId, mayEdit }: { projectId: string; mayEdit: boolean }) {
  const runs = useQuery(runsOf(projectId))
  return (
    <Page title={words.title} description={words.description}>
      <Loaded query={runs} failed={words.failed} skeleton={<SkeletonRows rows={5} height="2.75rem" label={words.loading} />}>
        {list =>
          list.length > 0 ? (
            <Table label={words.table} columns={columnsOf(projectId, mayEdit)} rows={list} rowKey={({ id }) => id} />
          ) : (
            <EmptyState title={words.emptyTitle} ground={<LazyGround seed="ai-runs" />} actions={<ToOverview projectId={projectId} />}>
              <p>{words.emptyAbout}</p>
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  )
}

const columnsOf = (projectId: string, mayEdit: boolean): Column<AiRun>[] => [
  {
    id: 'run',
    header: words.run,
    cell: ({ id, number, task, sentence }) => (
      <>
        <Link
          className={styles.name}
          to={
            task === 'check' || task === 'similar' || task === 'quality'
              ? projectPath(projectId, `ai/${task}`)
              : `${projectPath(projectId, 'ai/suggestions')}?run=${id}`
          }
        >
          {words.name(number)}
        </Link>
        {sentence && <span className={styles.quiet}>{sentence}</span>}
      </>
    )
  },
  { id: 'task', header: words.task, cell: ({ task }) => texts.overview.tasks[task].name },
  { id: 'state', header: words.state, cell: ({ state }) => <RunBadge state={state} /> },
  {
    id: 'model',
    header: words.model,
    cell: ({ modelVersionId, modelNumber, uploadedModelId, modelName, embeddingName }) => (
      <>
        {uploadedModelId && modelName !== null ? (
          <Link to={projectPath(projectId, `ai/models/uploaded/${uploadedModelId}`)}>{modelName}</Link>
        ) : modelVersionId && modelNumber !== null ? (
          <Link to={projectPath(projectId, `ai/models/${modelVersionId}`)}>{words.version(modelNumber)}</Link>
        ) : (
          embeddingName === null && '–'
        )}
        {embeddingName !== null && <span className={styles.quiet}>{words.withFeatures(embeddingName)}</span>}
      </>
    )
  },
  {
    id: 'images',
    header: words.images,
    cell: ({ imagesDone, imagesTotal }) =>
      `${formatNumber(imagesDone, 0)}${imagesTotal === null ? '' : ` / ${formatNumber(imagesTotal, 0)}`}`,
    number: true,
    stackedLabel: true
  },
  { id: 'waiting', header: words.waiting, cell: ({ waitingCount }) => formatNumber(waitingCount, 0), number: true, stackedLabel: true },
  {
    id: 'when',
    header: words.when,
    cell: ({ createdAt, createdBy }) => (
      <>
        <Timestamp time={createdAt} />
        {createdBy && <span className={styles.quiet}>{words.by(createdBy)}</span>}
      </>
    )
  },
  { id: 'actions', header: '', srHeader: words.actions, cell: run => <Actions run={run} mayEdit={mayEdit} /> }
]

function Actions({ run, mayEdit }: { run: AiRun; mayEdit: boolean }) {
  const onError = (error: Error) => showToast({ tone: 'danger', title: words.notDone, description: sentenceOf(error, texts.refused) })
  const cancel = useMutation({ ...cancelRun(), onError })
  const resume = useMutation({ ...resumeRun(), onError })
  if (mayEdit && isUnderWay(run))
    return (
      <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(run.jobId)}>
        {words.cancel}
      </Button>
    )
  if (mayEdit && (run.state === 'failed' || run.state === 'cancelled'))
    return (
      <Button size="small" busy={resume.isPending} onClick={() => resume.mutate(run.jobId)}>
        {words.resume}
      </Button>
    )
  return (
    <Button size="small" variant="quiet" onClick={() => void saveProvenance(run)}>
      {words.provenance}
    </Button>
  )
}

async function saveProvenance(run: AiRun): Promise<void> {
  const text = JSON.stringify(await provenanceOf(run.id), null, 2)
  saveBlob(new Blob([text], { type: 'application/json' }), `ai-run-${run.number}.json`)
}
