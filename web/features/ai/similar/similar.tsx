import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { annotatePath, projectPath } from '../../../../shared/addresses.ts'
import type { RunDraft, SimilarQuery } from '../../../../shared/contracts/ai.ts'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { indexLabels, type LabelIndex } from '../../../annotation/label-index.ts'
import { RelabelDialog } from '../../../annotation/relabel/relabel-dialog.tsx'
import type { GridHandle } from '../../../annotation/use-crop-grid.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { LazyGround } from '../../../charts/lazy-ground.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { indexCards } from '../../../ui/card-index.ts'
import { useCommands } from '../../../ui/command.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { Page } from '../../../ui/section.tsx'
import { BareSelect } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ActiveRun } from '../active-run.tsx'
import styles from '../ai.module.css'
import { BareFeatureChoice } from '../feature-choice.tsx'
import { isUnderWay, runsOf, similarTo, startRun } from '../queries.ts'
import { texts } from '../texts.ts'
import { uploadedModelsOf } from '../uploaded/queries.ts'
import { useChosen } from '../use-chosen.ts'
import { SimilarBar } from './similar-bar.tsx'
import { type SimilarActions, similarCommands } from './similar-commands.ts'
import { SimilarExample } from './similar-example.tsx'
import { SimilarGrid } from './similar-grid.tsx'
import { useBulkLabel } from './use-bulk-label.ts'

const { similar: words } = texts
const shows = ['all', 'unlabelled', 'otherLabels'] as const satisfies NonNullable<SimilarQuery['show']>[]
const pageSize = 60
const mostShown = 480
const recentLabels = 8

interface SimilarProps {
  projectId: string
  labels: readonly OutlineLabel[]
  mayEdit: boolean
}

/** Screen of the crops most similar to the annotation named in the URL. */
export function Similar({ projectId, labels, mayEdit }: SimilarProps) {
  const [params] = useSearchParams()
  const annotationId = params.get('annotation')
  const labelIndex = useMemo(() => indexLabels(labels), [labels])
  return (
    <Page title={words.title} description={words.description}>
      <Preparing projectId={projectId} mayEdit={mayEdit} />
      {annotationId ? (
        <SimilarCrops key={annotationId} {...{ projectId, annotationId, labelIndex, mayEdit }} />
      ) : (
        <EmptyState
          title={words.noExample}
          ground={<LazyGround seed="ai-similar" />}
          actions={
            <LinkButton variant="primary" to={projectPath(projectId, 'annotate/review')}>
              {words.toReview}
            </LinkButton>
          }
        >
          <p>{words.noExampleAbout}</p>
        </EmptyState>
      )}
    </Page>
  )
}

/** Progress of the run that prepares crops for the similarity search. */
function Preparing({ projectId, mayEdit }: { projectId: string; mayEdit: boolean }) {
  const runs = useQuery(runsOf(projectId))
  const active = runs.data?.find(run => run.task === 'similar' && isUnderWay(run))
  return active ? <ActiveRun run={active} mayEdit={mayEdit} /> : null
}

interface CropsProps {
  projectId: string
  annotationId: string
  labelIndex: LabelIndex
  mayEdit: boolean
}

// Long: one screen, from top to bottom.
function SimilarCrops({ projectId, annotationId, labelIndex, mayEdit }: CropsProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const show = shows.find(each => each === params.get('show')) ?? 'all'
  const team = useQuery(uploadedModelsOf(projectId))
  const embedders = team.data?.embedders ?? []
  const wanted = params.get('features') ?? ''
  const embeddingModelId = embedders.some(({ id }) => id === wanted) ? wanted : ''
  const features = embeddingModelId === '' ? {} : { embeddingModelId }
  const [limit, setLimit] = useState(pageSize)
  const found = useQuery({
    ...similarTo(annotationId, { show, limit, ...features }),
    enabled: wanted === '' || !team.isPending, // a retired model of an old address is left out
    placeholderData: keepPreviousData
  })
  const cards = useMemo(() => indexCards([{ items: found.data?.items ?? [] }]), [found.data])
  const chosen = useChosen()
  const [isNaming, setIsNaming] = useState(false)
  const [recent, setRecent] = useState<readonly string[]>([])
  const grid = useRef<GridHandle>(null)
  const bulk = useBulkLabel(projectId, labelIndex)

  /** Changes the search in the address. */
  function setSearch(search: { show: string; features: string }) {
    chosen.clear()
    setLimit(pageSize)
    setParams(
      {
        annotation: annotationId,
        ...(search.show !== 'all' && { show: search.show }),
        ...(search.features !== '' && { features: search.features })
      },
      { replace: true, preventScrollReset: true }
    )
  }

  function give(labelId: string) {
    const some = (found.data?.items ?? []).filter(({ id }) => chosen.ids.has(id))
    setIsNaming(false)
    setRecent(before => [labelId, ...before.filter(other => other !== labelId)].slice(0, recentLabels))
    chosen.clear()
    if (some.length > 0) void bulk.give(some, labelId)
  }

  const exampleLabel = found.data?.example.labelId ?? null
  const actions: SimilarActions = {
    move: by => grid.current?.move(by),
    all: () => chosen.add((found.data?.items ?? []).map(({ id }) => id)),
    clear: chosen.clear,
    relabel: () => {
      if (chosen.ids.size > 0) setIsNaming(true)
    },
    same: () => {
      if (exampleLabel !== null) give(exampleLabel)
    },
    undo: bulk.undo
  }
  useCommands(words.title, similarCommands, actions, { mayEdit, hasSelection: chosen.ids.size > 0 })

  return (
    <Loaded query={found} failed={words.failed} skeleton={<SkeletonRows rows={6} height="8rem" label={words.loading} />}>
      {({ example, items, searched, missing, isExamplePrepared }) => (
        <div className={styles.review}>
          <aside className={styles.side} aria-label={words.example}>
            <SimilarExample {...{ projectId, labelIndex }} crop={example} />
            <BareSelect
              label={texts.suggestions.show}
              value={show}
              onChange={event => setSearch({ show: event.target.value, features: embeddingModelId })}
              options={shows.map(value => ({ value, label: words.shows[value] }))}
            />
            <BareFeatureChoice {...{ embedders }} value={embeddingModelId} onChange={id => setSearch({ show, features: id })} />
            <p className={styles.quiet}>{words.searched(searched)}</p>
            {(missing > 0 || !isExamplePrepared) && <Missing {...{ projectId, mayEdit, features }} count={missing} />}
          </aside>
          <div className={styles.main}>
            {items.length === 0 ? (
              <EmptyState title={isExamplePrepared ? words.none : words.notPrepared}>
                <p>{!isExamplePrepared ? words.notPreparedAbout : searched === 0 ? words.nonePrepared : words.noneAbout}</p>
              </EmptyState>
            ) : (
              <>
                <SimilarGrid
                  ref={grid}
                  {...{ cards, labelIndex }}
                  selection={chosen}
                  onOpen={index => {
                    const card = cards.at(index)
                    if (card) void navigate(annotatePath(projectId, { mediaId: card.mediaId, annotationId: card.id }))
                  }}
                />
                {items.length === limit && limit < mostShown && (
                  <Button
                    busy={found.isPlaceholderData}
                    onClick={() => {
                      void client.cancelQueries({ queryKey: ['ai', 'similar', annotationId] })
                      setLimit(limit + pageSize)
                    }}
                  >
                    {texts.suggestions.more}
                  </Button>
                )}
                {chosen.ids.size > 0 && (
                  <SimilarBar
                    count={chosen.ids.size}
                    mayEdit={mayEdit}
                    sameLabel={exampleLabel === null ? null : (labelIndex.get(exampleLabel)?.name ?? null)}
                    actions={actions}
                  />
                )}
              </>
            )}
          </div>
          {isNaming && (
            <RelabelDialog
              count={chosen.ids.size}
              {...{ labelIndex, recent }}
              onCreate={null}
              onClose={() => setIsNaming(false)}
              onChoose={give}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

interface MissingProps {
  projectId: string
  mayEdit: boolean
  count: number
  /** Embedding model of the search, if any. */
  features: Pick<RunDraft, 'embeddingModelId'>
}

/** Note about the crops that the search left out because they are not prepared, with a button to prepare them. */
function Missing({ projectId, mayEdit, count, features }: MissingProps) {
  const runs = useQuery(runsOf(projectId))
  const start = useMutation({
    ...startRun(projectId),
    onError: error => showToast({ tone: 'danger', title: texts.overview.notStarted, description: sentenceOf(error, texts.refused) })
  })
  return (
    <>
      {count > 0 && <Note>{words.missing(count)}</Note>}
      {mayEdit && (
        <Button
          busy={start.isPending}
          disabled={runs.data?.some(isUnderWay) ?? true}
          onClick={() => start.mutate({ task: 'similar', ...features })}
        >
          {texts.overview.tasks.similar.start}
        </Button>
      )}
    </>
  )
}
