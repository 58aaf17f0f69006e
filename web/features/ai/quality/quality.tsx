import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { QualitySummary } from '../../../../shared/contracts/image-quality.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FloatingBar } from '../../../ui/floating-bar.tsx'
import { DeleteIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { BareSelect } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import FailedImages from '../failed-images.tsx'
import { qualityImagesOf, qualityOf, runWith } from '../queries.ts'
import { TaskScreen } from '../task-screen.tsx'
import { type Chosen, useChosen } from '../use-chosen.ts'
import { ClusterList } from './cluster-list.tsx'
import { ImageTiles } from './image-tiles.tsx'
import styles from './quality.module.css'
import { type QualityShow, qualityTexts as words } from './texts.ts'

const shows = ['duplicates', 'blurred', 'dark', 'bright'] as const satisfies QualityShow[]

interface Removal {
  mediaIds: string[]
  onRemoved(mediaIds: string[]): void
  onClose(): void
}

interface QualityProps {
  projectId: string
  mayEdit: boolean
  /** Renders the dialog that confirms and deletes images. */
  removal(props: Removal): ReactNode
}

/** Screen of near-duplicates and of blurred or badly exposed images. */
export function Quality(props: QualityProps) {
  const { projectId, mayEdit } = props
  return (
    <TaskScreen {...{ projectId, mayEdit, words }} task="quality">
      {({ id }) => (
        <>
          <Unread runId={id} mayEdit={mayEdit} />
          <Found key={id} {...props} />
        </>
      )}
    </TaskScreen>
  )
}

/** Images that the last run could not read. */
function Unread({ runId, mayEdit }: { runId: string; mayEdit: boolean }) {
  const { data: run } = useQuery(runWith(runId))
  return run && run.imagesFailed > 0 ? <FailedImages run={run} mayEdit={mayEdit} /> : null
}

/** One of the lists of images, with the actions on the selected ones. */
// Long: a list with its states and its bar.
function Found({ projectId, mayEdit, removal }: QualityProps) {
  const [params, setParams] = useSearchParams()
  const show = shows.find(each => each === params.get('show')) ?? 'duplicates'
  const summary = useQuery(qualityOf(projectId))
  const chosen = useChosen()
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <Loaded query={summary} failed={words.failed} skeleton={<SkeletonRows rows={4} height="12rem" label={words.loading} />}>
      {counts => (
        <div className={styles.quality}>
          <BareSelect
            label={words.show}
            value={show}
            onChange={event => {
              chosen.clear()
              setParams({ ...(event.target.value !== 'duplicates' && { show: event.target.value }) }, { replace: true })
            }}
            options={shows.map(value => ({ value, label: words.option(value, counts) }))}
          />
          {counts.missing > 0 && <Note>{words.missing(counts.missing)}</Note>}
          {countOf(show, counts) === 0 ? (
            <EmptyState title={words.nothing[show]}>
              <p>{words.nothingAbout(show, counts.measured)}</p>
            </EmptyState>
          ) : (
            <>
              <p className={styles.about}>{words.about[show]}</p>
              {show === 'duplicates' ? (
                <ClusterList {...{ projectId, mayEdit, chosen }} />
              ) : (
                <ImageList key={show} {...{ projectId, mayEdit, chosen, show }} />
              )}
            </>
          )}
          {chosen.ids.size > 0 && (
            <FloatingBar label={words.actions}>
              <span aria-live="polite">{words.selected(chosen.ids.size)}</span>
              <Button size="small" variant="quiet" onClick={chosen.clear}>
                {words.clear}
              </Button>
              <Button size="small" variant="danger" icon={<DeleteIcon aria-hidden />} onClick={() => setIsRemoving(true)}>
                {words.remove}
              </Button>
            </FloatingBar>
          )}
          {isRemoving &&
            removal({
              mediaIds: [...chosen.ids],
              onRemoved: ids => ids.forEach(chosen.toggle),
              onClose: () => setIsRemoving(false)
            })}
        </div>
      )}
    </Loaded>
  )
}

const countOf = (show: QualityShow, counts: QualitySummary): number => (show === 'duplicates' ? counts.clusters : counts[show])

interface ImageListProps {
  projectId: string
  mayEdit: boolean
  chosen: Chosen
  show: Exclude<QualityShow, 'duplicates'>
}

/** Blurred, dark or bright images, worst first. */
function ImageList({ projectId, mayEdit, chosen, show }: ImageListProps) {
  const pages = useInfiniteQuery(qualityImagesOf(projectId, { show }))
  return (
    <Loaded query={pages} failed={words.failed} skeleton={<SkeletonRows rows={4} height="12rem" label={words.loading} />}>
      {data => (
        <>
          <ImageTiles {...{ projectId, mayEdit, chosen }} label={words.list} images={data.pages.flatMap(({ items }) => items)} />
          {pages.hasNextPage && (
            <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage({ cancelRefetch: false })}>
              {words.more}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}
