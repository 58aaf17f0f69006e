import { useMutation, useQuery } from '@tanstack/react-query'
import type { Placement } from '../../../shared/contracts/navigation.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './navigation.module.css'
import { placementsOf, undoPlacement } from './queries.ts'
import { texts } from './texts.tsx'

const { placements: words } = texts

/** Placements of the last 30 days, with buttons to undo them. Renders nothing if there are none. */
export function PlacementList({ projectId, mayEdit }: { projectId: string; mayEdit: boolean }) {
  const list = useQuery(placementsOf(projectId))
  const undo = useMutation(undoPlacement(projectId))
  if (list.data?.items.length === 0) return null
  return (
    <Section title={words.title} description={words.description}>
      <Loaded query={list} failed={words.failed} skeleton={<SkeletonRows rows={2} label={words.loading} />}>
        {({ items }) => (
          <ul className={styles.placements}>
            {items.map(placement => (
              <li key={placement.id} className={styles.placement}>
                <div className={styles.placementWords}>
                  <p className={styles.placementName}>{outcomeOf(placement)}</p>
                  <p className={styles.quiet}>
                    {settingsOf(placement)} · {placement.by ?? words.deletedAccount} · <Timestamp time={placement.createdAt} />
                  </p>
                  <Progress placement={placement} />
                </div>
                {mayEdit && mayUndo(placement) && (
                  <Button
                    size="small"
                    aria-label={words.undoOf(outcomeOf(placement))}
                    busy={undo.isPending && undo.variables === placement.id}
                    onClick={() =>
                      undo.mutate(placement.id, {
                        onError: error =>
                          showToast({
                            tone: 'danger',
                            title: words.notUndone,
                            description: sentenceOf(error, words.refused)
                          })
                      })
                    }
                  >
                    {words.undo}
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
  if (state === 'undone')
    return keptCount > 0 ? words.undoneInPart(restoredCount, trackName, keptCount) : words.undone(restoredCount, trackName)
  return (isStopped(placement) ? words.stopped : words.placed)(changedCount, trackName)
}

function settingsOf({ settings: { facts, gapSeconds, clockOffsetSeconds, overwrite } }: Placement): string {
  return [
    ...facts.map(fact => texts.facts[fact].toLowerCase()),
    words.gap(gapSeconds),
    ...(clockOffsetSeconds === 0 ? [] : [words.clock(clockOffsetSeconds)]),
    ...(overwrite ? [words.overwriting] : [])
  ].join(', ')
}

function Progress({ placement }: { placement: Placement }) {
  const { state, job } = placement
  if (isStopped(placement)) return job?.failure ? <p className={styles.failure}>{job.failure}</p> : null
  if (state !== 'running' && state !== 'undoing') return null
  const share = job?.total ? Math.min(1, job.done / job.total) : undefined
  return <ProgressBar label={state === 'running' ? words.placing : words.undoing} share={share} />
}
