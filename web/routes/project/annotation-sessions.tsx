import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { membersOf } from '../../features/members/queries.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { roundsOf } from '../../features/rounds/queries.ts'
import { RoundList } from '../../features/rounds/round-list.tsx'
import { texts } from '../../features/rounds/texts.ts'
import { annotatorsAmong, roundPath } from '../../features/rounds/words.ts'
import { labelOutline } from '../../features/taxonomy/queries.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const { list: words } = texts

const PlanDialog = lazy(() => import('../../features/rounds/plan-dialog.tsx').then(module => ({ default: module.PlanDialog })))

const Round = lazy(() => import('./annotation-session.tsx').then(module => ({ default: module.Round })))

/** Blind sessions; at `sessions/{id}`, one of them. */
export function Component() {
  const { projectId = '', '*': roundId } = useParams()
  if (!roundId) return <Rounds projectId={projectId} />
  return (
    <Suspense fallback={null}>
      <Round key={roundId} projectId={projectId} roundId={roundId} />
    </Suspense>
  )
}

/** List of the blind sessions of a project. */
function Rounds({ projectId }: { projectId: string }) {
  const navigate = useNavigate()
  const project = useQuery(projectQuery(projectId))
  const rounds = useQuery(roundsOf(projectId))
  const isOwner = project.data?.role === 'owner'
  const members = useQuery({ ...membersOf(projectId), enabled: isOwner })
  const outline = useQuery({ ...labelOutline(projectId), enabled: isOwner })
  const [plans, setPlans] = useState(false)
  const people = members.data && annotatorsAmong(members.data)
  const plan = isOwner && (
    <Button variant="primary" icon={<PlusIcon aria-hidden />} onClick={() => setPlans(true)}>
      {words.plan}
    </Button>
  )
  return (
    <Page title={words.title} description={words.description} actions={rounds.data && rounds.data.length > 0 ? plan : null}>
      <Loaded query={rounds} failed={words.failed} skeleton={<SkeletonRows rows={6} height="2.25rem" label={words.loading} />}>
        {list =>
          list.length > 0 ? (
            <RoundList rounds={list} />
          ) : (
            <EmptyState title={words.empty.title} ground={<LazyGround seed="blind sessions" />} actions={plan}>
              <p>{words.empty.about}</p>
              {!isOwner && project.data && <p>{words.empty.notOwner}</p>}
            </EmptyState>
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {plans && people && outline.data && (
          <PlanDialog
            projectId={projectId}
            people={people}
            labels={outline.data.labels}
            onPlanned={id => void navigate(roundPath(projectId, id))}
            onClose={() => setPlans(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}
