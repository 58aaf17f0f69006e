import { useMutation, useQuery } from '@tanstack/react-query'
import type { RunDetails } from '../../../shared/contracts/ai.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './bulk/bulk.module.css'
import { failedTexts as words } from './bulk/texts.ts'
import { refreshAi } from './queries.ts'
import { texts } from './texts.ts'

/** Images that failed in a run, grouped by reason, with a button to retry them. */
export default function FailedImages({ run, mayEdit }: { run: RunDetails; mayEdit: boolean }) {
  const { id: aiRunId, imagesFailed, coverFailed } = run
  const hasFailed = imagesFailed + coverFailed > 0
  const { data: failed } = useQuery({
    queryKey: ['ai', 'failedImages', aiRunId],
    queryFn: ({ signal }) => call('GET /ai/runs/:aiRunId/failed-images', { params: { aiRunId }, signal }),
    enabled: hasFailed
  })
  const retry = useMutation({
    mutationFn: () => call('POST /ai/runs/:aiRunId/failed-images/retry', { params: { aiRunId } }),
    onError: error => showToast({ tone: 'danger', title: words.notRetried, description: sentenceOf(error, texts.refused) }),
    onSettled: (_run, _error, _nothing, _before, { client }) => refreshAi(client)
  })
  if (!hasFailed || !failed || failed.count === 0) return null
  return (
    <Note>
      <div className={styles.failed}>
        <p>{words.title(failed.count)}</p>
        <ul>
          {failed.reasons.map(({ code, count, fileNames }) => (
            <li key={code}>{words.reason(code, count, fileNames)}</li>
          ))}
        </ul>
        {mayEdit && run.state === 'done' && (
          <div>
            <Button size="small" busy={retry.isPending} onClick={() => retry.mutate()}>
              {words.retry(failed.count)}
            </Button>
          </div>
        )}
      </div>
    </Note>
  )
}
