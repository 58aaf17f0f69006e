import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { AiRun } from '../../../../shared/contracts/ai.ts'
import type { QualitySummary } from '../../../../shared/contracts/image-quality.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { LazyGround } from '../../../charts/lazy-ground.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FloatingBar } from '../../../ui/floating-bar.tsx'
import { DeleteIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { Page } from '../../../ui/section.tsx'
import { BareSelect } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ActiveRun } from '../active-run.tsx'
import FailedImages from '../failed-images.tsx'
import { isUnderWay, qualityImagesOf, qualityOf, runsOf, runWith, startRun } from '../queries.ts'
import { texts } from '../texts.ts'
import { type Chosen, useChosen } from '../use-chosen.ts'
import { ClusterList } from './cluster-list.tsx'
import { ImageTiles } from './image-tiles.tsx'
import styles from './quality.module.css'
import { type QualityShow, qualityTexts as words } from './quality-texts.ts'

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
// Long: one screen, from top to bottom.
export function Quality({ projectId, mayEdit, removal }: QualityProps) {
  const runs = useQuery(runsOf(projectId))
  return (
    <Loaded
      query={runs}
      failed={words.failed}
      skeleton={
        <Page title={words.title}>
          <SkeletonRows rows={6} height="8rem" label={words.loading} />
        </Page>
      }
    >
      {list => {
        const measurings = list.filter(({ task }) => task === 'quality')
        const last = measurings.find(({ state }) => state === 'done')
        const active = list.find(isUnderWay)
        const failed = measurings[0]?.state === 'failed' ? measurings[0] : undefined
        return (
          <Page
            title={words.title}
            description={last ? `${last.sentence}.` : words.description}
            actions={mayEdit && last && <Start projectId={projectId} active={active} isFirst={false} />}
          >
            {active?.task === 'quality' && <ActiveRun run={active} mayEdit={mayEdit} />}
            {failed && <Note>{failed.sentence ?? words.notDone}</Note>}
            {last ? (
              <>
                <Unread runId={last.id} mayEdit={mayEdit} />
                <Found key={last.id} {...{ projectId, mayEdit, removal }} />
              </>
            ) : active?.task === 'quality' ? null : (
              <EmptyState
                title={words.none}
                ground={<LazyGround seed="ai-quality" />}
                actions={
                  mayEdit ? (
                    <Start projectId={projectId} active={active} isFirst />
                  ) : (
                    <LinkButton to={projectPath(projectId, 'ai')}>{texts.runs.toOverview}</LinkButton>
                  )
                }
              >
                <p>{words.noneAbout}</p>
              </EmptyState>
            )}
          </Page>
        )
      }}
    </Loaded>
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

/** Button that starts a run. It is disabled during a run, because a project has only one run at a time. */
function Start({ projectId, active, isFirst }: { projectId: string; active: AiRun | undefined; isFirst: boolean }) {
  const start = useMutation({
    ...startRun(projectId),
    onError: error => showToast({ tone: 'danger', title: texts.overview.notStarted, description: sentenceOf(error, texts.refused) })
  })
  return (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      busy={start.isPending}
      disabled={active !== undefined}
      onClick={() => start.mutate({ task: 'quality' })}
    >
      {isFirst ? texts.overview.tasks.quality.start : words.again}
    </Button>
  )
}
