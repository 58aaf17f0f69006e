import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { AiOverview, AiRun } from '../../../shared/contracts/ai.ts'
import type { AiTask, ModelClass } from '../../../shared/contracts/ai-models.ts'
import { dictionaryLabels } from '../../../shared/limits.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ActiveRun } from './active-run.tsx'
import styles from './ai.module.css'
import { ExpectedMix } from './expected-mix.tsx'
import { FeatureChoice } from './feature-choice.tsx'
import { mixOfRun, type TypedMix } from './mix-of-run.ts'
import { isUnderWay, modelWith, overviewOf, runsOf, startRun } from './queries.ts'
import { levelOf, levels, nextToLabel } from './readiness.ts'
import { texts } from './texts.ts'
import { uploadedModelsOf } from './uploaded/queries.ts'

const { overview: words } = texts

interface OverviewProps {
  projectId: string
  mayEdit: boolean
}

/** Overview of AI Analysis: label readiness, the tasks, and the models uploaded by the team. */
// Long: the cards of one page.
export function Overview({ projectId, mayEdit }: OverviewProps) {
  const overview = useQuery(overviewOf(projectId))
  const runs = useQuery(runsOf(projectId))
  return (
    <Page title={words.title} description={words.description}>
      <Loaded query={overview} failed={words.failed} skeleton={<SkeletonRows rows={8} height="2rem" label={words.loading} />}>
        {state => {
          const quality = (
            <TaskCard task="quality" {...{ projectId, mayEdit }} runs={runs.data ?? []} promoted={state.promoted}>
              <Need isMet={state.images > 0}>{words.measuredNeed(state.images, state.unmeasuredImages)}</Need>
            </TaskCard>
          )
          return state.classes.length === 0 ? (
            <>
              <EmptyState
                title={words.noLabels}
                ground={<LazyGround seed="ai" />}
                actions={
                  <>
                    <LinkButton to={projectPath(projectId, 'ai/models')}>{words.tasks.model.start}</LinkButton>
                    <LinkButton variant="primary" to={projectPath(projectId, 'annotate')}>
                      {words.annotate}
                    </LinkButton>
                  </>
                }
              >
                <p>{words.noLabelsAbout}</p>
                {!state.hasRuntime && <p>{words.noRuntime}</p>}
              </EmptyState>
              <div className={styles.tasks}>{quality}</div>
            </>
          ) : (
            <>
              <div className={styles.tasks}>
                <TaskCard task="label" {...{ projectId, mayEdit }} runs={runs.data ?? []} promoted={state.promoted} examples={state.labels}>
                  <Need isMet={state.learnable >= fewestClasses}>{words.labelsNeed(state.learnable)}</Need>
                  <Need isMet={state.unlabelled.annotations > 0}>{words.pointsNeed(state.unlabelled)}</Need>
                </TaskCard>
                <TaskCard
                  task="objects"
                  {...{ projectId, mayEdit }}
                  runs={runs.data ?? []}
                  promoted={state.promoted}
                  examples={state.labelledAreas}
                >
                  <Need isMet={state.areaLabels >= fewestClasses}>{words.areasNeed(state.areaLabels)}</Need>
                  <Need isMet={state.untouchedImages > 0}>{words.imagesNeed(state.untouchedImages)}</Need>
                </TaskCard>
                <TaskCard task="check" {...{ projectId, mayEdit }} runs={runs.data ?? []} promoted={state.promoted}>
                  <Need isMet={state.learnable >= fewestClasses}>{words.labelsNeed(state.learnable)}</Need>
                  <Need isMet={state.labels > 0}>{words.checkedNeed(state.labels)}</Need>
                </TaskCard>
                <TaskCard task="similar" {...{ projectId, mayEdit }} runs={runs.data ?? []} promoted={state.promoted}>
                  <Need isMet={state.crops > 0}>{words.cropsNeed(state.crops)}</Need>
                </TaskCard>
                {quality}
                <OwnModels projectId={projectId} runs={runs.data ?? []} hasRuntime={state.hasRuntime} />
              </div>
              <Section title={words.readiness} description={words.readinessAbout(state.unit)}>
                <p className={styles.next}>
                  <strong>{words.next}</strong> {nextToLabel(state)}
                </p>
                <Table label={words.readiness} columns={columnsOf(state.unit)} rows={state.classes} rowKey={({ labelId }) => labelId} />
              </Section>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

const fewestClasses = 2

interface NeedProps {
  isMet: boolean
  children: string
}

interface TaskCardProps extends OverviewProps {
  task: AiTask
  runs: readonly AiRun[]
  promoted: AiOverview['promoted']
  /** Number of examples that a version of the task learns from; 0 for other tasks. */
  examples?: number
  /** Requirements for starting the task. */
  children: ReactElement<NeedProps> | ReactElement<NeedProps>[]
}

// Long: the text and buttons of one card.
function TaskCard({ projectId, mayEdit, task, runs, promoted, examples = 0, children }: TaskCardProps) {
  const start = useMutation({
    ...startRun(projectId),
    onError: error => showToast({ tone: 'danger', title: words.notStarted, description: sentenceOf(error, texts.refused) })
  })
  const [isBalanced, setBalanced] = useState(false)
  const [isDictionary, setDictionary] = useState(false)
  const [chosenId, setChosenId] = useState('')
  const learns = task === 'label' || task === 'objects'
  const readsFeatures = learns || task === 'check' || task === 'similar'
  const { data: team } = useQuery({ ...uploadedModelsOf(projectId), enabled: mayEdit && readsFeatures })
  const embedders = team?.embedders ?? []
  const embedding = embedders.some(({ id }) => id === chosenId) ? { embeddingModelId: chosenId } : {}
  const offersDictionary = examples >= dictionaryLabels && !embedding.embeddingModelId
  const training = {
    ...(isBalanced && { weights: 'balanced' as const }),
    ...(offersDictionary && isDictionary && { features: 'dictionary' as const }),
    ...embedding
  }
  const [typed, setTyped] = useState<TypedMix>({})
  const active = runs.find(isUnderWay)
  const toReview = runs.find(run => run.task === task && run.waitingCount > 0)
  const inUse = promoted.find(each => each.task === task)
  const { data: card } = useQuery({ ...modelWith(inUse?.id ?? ''), enabled: inUse !== undefined && mayEdit })
  const mix = card && Object.keys(typed).length > 0 ? mixOfRun(card, typed).mix : undefined
  const isReady = [children].flat().every(({ props }) => props.isMet) && !active
  return (
    <section className={styles.task} aria-label={words.tasks[task].name}>
      <div className={styles.taskWords}>
        <h2>{words.tasks[task].name}</h2>
        <p className={styles.about}>{words.tasks[task].about}</p>
        <ul className={styles.needs} aria-label={words.needs}>
          {children}
        </ul>
        {inUse && (
          <p className={styles.quiet}>
            {words.uses(inUse.number, inUse.labelCount)} {words.learnAbout}
          </p>
        )}
        {mayEdit && inUse && <ExpectedMix key={inUse.id} modelVersionId={inUse.id} typed={typed} onType={setTyped} />}
        {mayEdit && readsFeatures && (
          <FeatureChoice
            {...{ embedders }}
            value={embedding.embeddingModelId ?? ''}
            onChange={setChosenId}
            description={learns ? texts.features.learnAbout : task === 'check' ? texts.features.checkAbout : texts.features.similarAbout}
          />
        )}
        {mayEdit && learns && (
          <Checkbox
            label={words.balanced}
            description={words.balancedAbout}
            checked={isBalanced}
            onChange={event => setBalanced(event.currentTarget.checked)}
          />
        )}
        {mayEdit && offersDictionary && (
          <Checkbox
            label={words.dictionary}
            description={words.dictionaryAbout}
            checked={isDictionary}
            onChange={event => setDictionary(event.currentTarget.checked)}
          />
        )}
      </div>
      {active?.task === task ? (
        <ActiveRun run={active} mayEdit={mayEdit} />
      ) : (
        <div className={styles.taskActions}>
          {task === 'similar' && runs.some(run => run.task === task && run.state === 'done') && (
            <LinkButton to={projectPath(projectId, 'ai/similar')}>{words.openSimilar}</LinkButton>
          )}
          {task === 'quality' && runs.some(run => run.task === task && run.state === 'done') && (
            <LinkButton to={projectPath(projectId, 'ai/quality')}>{words.openQuality}</LinkButton>
          )}
          {toReview && (
            <LinkButton variant="primary" to={task === 'check' ? projectPath(projectId, 'ai/check') : reviewPath(projectId, toReview)}>
              {task === 'check' ? words.reviewDoubts(toReview.waitingCount) : words.review(toReview.waitingCount)}
            </LinkButton>
          )}
          {mayEdit ? (
            <>
              {inUse && (
                <Button
                  variant="quiet"
                  busy={start.isPending}
                  disabled={!isReady}
                  onClick={() => start.mutate({ task, learn: true, ...training })}
                >
                  {words.learn}
                </Button>
              )}
              <Button
                variant={toReview ? 'secondary' : 'primary'}
                busy={start.isPending}
                disabled={!isReady || mix === null}
                onClick={() => start.mutate({ task, ...(inUse ? mix && { modelVersionId: inUse.id, mix } : training) })}
              >
                {words.tasks[task].start}
              </Button>
            </>
          ) : (
            <p className={styles.quiet}>{words.viewerOnly}</p>
          )}
        </div>
      )}
    </section>
  )
}

/** Card for the uploaded models. It starts no runs: each model has its own page for that. */
function OwnModels({ projectId, runs, hasRuntime }: { projectId: string; runs: readonly AiRun[]; hasRuntime: boolean }) {
  const { name, about, start } = words.tasks.model
  const toReview = runs.find(run => run.task === 'model' && run.waitingCount > 0)
  return (
    <section className={styles.task} aria-label={name}>
      <div className={styles.taskWords}>
        <h2>{name}</h2>
        <p className={styles.about}>{about}</p>
        {!hasRuntime && <p className={styles.quiet}>{words.noRuntime}</p>}
      </div>
      <div className={styles.taskActions}>
        {toReview && (
          <LinkButton variant="primary" to={reviewPath(projectId, toReview)}>
            {words.review(toReview.waitingCount)}
          </LinkButton>
        )}
        <LinkButton to={projectPath(projectId, 'ai/models')}>{start}</LinkButton>
      </div>
    </section>
  )
}

const reviewPath = (projectId: string, { id }: AiRun) => `${projectPath(projectId, 'ai/suggestions')}?run=${id}`

function Need({ isMet, children }: NeedProps) {
  return (
    <li data-met={isMet || undefined}>
      {isMet ? <CheckIcon role="img" aria-label={words.met} /> : <CloseIcon role="img" aria-label={words.missing} />}
      <span>{children}</span>
    </li>
  )
}

const most = levels.at(-1) ?? 1

const columnsOf = (unit: AiOverview['unit']): Column<ModelClass>[] => [
  { id: 'label', header: words.label, cell: ({ name }) => name },
  {
    id: 'examples',
    header: words.examples,
    cell: ({ labelCount }) => (
      <span className={styles.examples}>
        <span className={styles.count}>{formatNumber(labelCount, 0)}</span>
        <span className={styles.scale} aria-hidden>
          <span className={styles.reached} style={{ width: `${Math.min(100, (100 * labelCount) / most)}%` }} />
          {levels.slice(0, -1).map(level => (
            <span key={level} className={styles.tick} style={{ left: `${(100 * level) / most}%` }} />
          ))}
        </span>
      </span>
    )
  },
  { id: 'groups', header: words.groups(unit), cell: ({ groupCount }) => formatNumber(groupCount, 0), number: true, stackedLabel: true },
  {
    id: 'state',
    header: words.state,
    cell: each => {
      const level = levelOf(each)
      return <Badge tone={level === 0 ? 'warn' : level >= 2 ? 'ok' : 'neutral'}>{texts.levels[level]}</Badge>
    }
  }
]

/** Link to the overview, for empty screens. */
export function ToOverview({ projectId }: { projectId: string }) {
  return <Link to={projectPath(projectId, 'ai')}>{texts.runs.toOverview}</Link>
}
