import { useMutation, useQuery } from '@tanstack/react-query'
import type { Placement } from '../../../shared/contracts/navigation.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './navigation.module.css'
import { placementsOf, undoPlacement } from './queries.ts'
import { factWords } from './words.ts'

/** Placements of the last 30 days, each of which can be taken back. Nothing before the first one. */
export function PlacementList({ projectId, mayEdit }: { projectId: string; mayEdit: boolean }) {
  const list = useQuery(placementsOf(projectId))
  const undo = useMutation(undoPlacement(projectId))
  if (list.data?.items.length === 0) return null
  return (
    <Section title="Placed images" description="Of the last 30 days. Taking one back gives images the values that they had before.">
      <Loaded query={list} failed="The placements could not be loaded" skeleton={<SkeletonRows rows={2} label="Loading placements" />}>
        {({ items }) => (
          <ul className={styles.placements}>
            {items.map(placement => (
              <li key={placement.id} className={styles.placement}>
                <div className={styles.placementWords}>
                  <p className={styles.placementName}>{outcomeOf(placement)}</p>
                  <p className={styles.quiet}>
                    {settingsOf(placement)} · {placement.by ?? 'a deleted account'} · <Timestamp time={placement.createdAt} />
                  </p>
                  <Progress placement={placement} />
                </div>
                {mayEdit && mayUndo(placement) && (
                  <Button
                    size="small"
                    aria-label={`Take back: ${outcomeOf(placement)}`}
                    busy={undo.isPending && undo.variables === placement.id}
                    onClick={() =>
                      undo.mutate(placement.id, {
                        onError: error =>
                          showToast({
                            tone: 'danger',
                            title: 'It was not taken back',
                            description: sentenceOf(error, 'The server refused.')
                          })
                      })
                    }
                  >
                    Take back
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

const isStopped = ({ state, job }: Placement) =>
  (state === 'running' || state === 'undoing') && (job === null || job.state === 'failed' || job.state === 'cancelled')

const mayUndo = (placement: Placement) => placement.state === 'done' || isStopped(placement)

function outcomeOf(placement: Placement): string {
  const { state, changedCount, restoredCount, keptCount, trackName } = placement
  if (state === 'undone') {
    const kept = keptCount > 0 ? `; ${formatNumber(keptCount)} were changed since and stay` : ''
    return `${formatCount(restoredCount, 'image')} taken back from ${trackName}${kept}`
  }
  const placed = `${formatCount(changedCount, 'image')} placed by ${trackName}`
  return isStopped(placement) ? `${placed}, then it stopped` : placed
}

function settingsOf({ settings: { facts, gapSeconds, clockOffsetSeconds, overwrite } }: Placement): string {
  const offset = clockOffsetSeconds === 0 ? '' : `, clock ${clockOffsetSeconds > 0 ? '+' : ''}${formatNumber(clockOffsetSeconds, 3)} s`
  const names = facts.map(fact => factWords[fact].toLowerCase()).join(', ')
  return `${names}; gap ${formatNumber(gapSeconds)} s${offset}${overwrite ? ', overwriting' : ''}`
}

function Progress({ placement }: { placement: Placement }) {
  const { state, job } = placement
  if (isStopped(placement)) return job?.failure ? <p className={styles.failure}>{job.failure}</p> : null
  if (state !== 'running' && state !== 'undoing') return null
  const share = job?.total ? Math.min(1, job.done / job.total) : undefined
  return <ProgressBar label={state === 'running' ? 'Placing' : 'Taking back'} share={share} />
}
