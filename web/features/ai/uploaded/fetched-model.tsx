import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Job } from '../../../../shared/contracts/jobs.ts'
import type { UploadedModelList } from '../../../../shared/contracts/uploaded-models.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from '../ai.module.css'
import { cancelRun, resumeRun } from '../queries.ts'
import { FetchDialog } from './fetch-dialog.tsx'
import { texts } from './texts.ts'

const { fetching: words } = texts

interface FetchedModelProps {
  projectId: string
  list: UploadedModelList
  pathOf: (modelId: string) => string
}

/** Button for a model at a web address, with the fetch that is under way or has failed. */
export function FetchedModel({ projectId, list, pathOf }: FetchedModelProps) {
  const { fetch, fromWeb, largestBytes } = list
  const [isOpen, setOpen] = useState(false)
  useArrival(list, pathOf)
  const isUnderWay = fetch?.state === 'waiting' || fetch?.state === 'running'
  if (fromWeb === 'off') return <p className={styles.about}>{words.off}</p>
  return (
    <>
      {fetch?.state === 'failed' && <FailedFetch key={fetch.id} job={fetch} />}
      {isUnderWay ? (
        <ActiveFetch job={fetch} />
      ) : fromWeb === 'offline' ? (
        <p className={styles.about}>{words.offline}</p>
      ) : (
        <div>
          <Button size="small" onClick={() => setOpen(true)}>
            {words.open}
          </Button>
        </div>
      )}
      {isOpen && <FetchDialog {...{ projectId, largestBytes }} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Announces the model of a fetch that has ended while the page was open. */
function useArrival({ items, fetch }: UploadedModelList, pathOf: (modelId: string) => string): void {
  const navigate = useNavigate()
  const before = useRef<ReadonlySet<string> | null>(null)
  const announce = useEffectEvent(() => {
    const isUnderWay = fetch?.state === 'waiting' || fetch?.state === 'running'
    const arrived = before.current && items.find(({ id }) => !before.current?.has(id))
    if (arrived)
      showToast({
        tone: 'ok',
        title: texts.list.arrived(arrived.fileName),
        action: { label: words.show, onAction: () => void navigate(pathOf(arrived.id)) }
      })
    before.current = isUnderWay ? new Set(items.map(({ id }) => id)) : null
  })
  useEffect(() => announce(), [items, fetch])
}

function ActiveFetch({ job: { id, subject, done, total, state, failure } }: { job: Job }) {
  const cancel = useMutation(cancelRun())
  return (
    <div className={styles.active}>
      <ProgressBar
        label={state === 'waiting' && failure ? words.again(failure) : words.active(subject ?? '')}
        {...(total !== null && total > 0 && { share: done / total, value: words.size(done, total) })}
      />
      <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
        {words.cancel}
      </Button>
    </div>
  )
}

function FailedFetch({ job: { id, subject, failure } }: { job: Job }) {
  const retry = useMutation(resumeRun())
  const [isDismissed, setDismissed] = useState(false)
  if (isDismissed) return null
  const failed = (error: unknown) =>
    showToast({ tone: 'danger', title: words.notStarted, description: sentenceOf(error, words.notStarted) })
  return (
    <Note>
      <div className={styles.stopped}>
        <p>{words.failed(subject ?? '', failure ?? '')}</p>
        <Button size="small" variant="primary" busy={retry.isPending} onClick={() => retry.mutate(id, { onError: failed })}>
          {words.retry}
        </Button>
        <Button size="small" onClick={() => setDismissed(true)}>
          {texts.list.dismiss}
        </Button>
      </div>
    </Note>
  )
}
