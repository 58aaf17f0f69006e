import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { Project } from '../../../shared/contracts/projects.ts'
import { useFeature } from '../../api/capabilities.ts'
import { ActivityList } from '../../features/activity/activity-list.tsx'
import { activityOf } from '../../features/activity/queries.ts'
import { Progress } from '../../features/annotate/progress.tsx'
import { progressOf } from '../../features/annotate/queries.ts'
import { MediaSection } from '../../features/media/media-section.tsx'
import { MembersBrief } from '../../features/members/members-brief.tsx'
import { membersOf } from '../../features/members/queries.ts'
import { noRevision } from '../../features/projects/known/known-project.ts'
import { DepthProfile } from '../../features/projects/overview/depth-profile.tsx'
import { OverviewNumbers } from '../../features/projects/overview/overview-numbers.tsx'
import { projectOverview, project as projectQuery, reviseProject } from '../../features/projects/queries.ts'
import { mayEdit, placeAndTime } from '../../features/projects/words.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ChartSkeleton } from '../../ui/chart-skeleton.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { NumbersSkeleton } from '../../ui/numbers-skeleton.tsx'
import { PicturesSkeleton } from '../../ui/pictures-skeleton.tsx'
import { Page, Section } from '../../ui/section.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './texts.ts'

const ExampleNote = lazyPart(() => import('../../features/projects/example-note.tsx').then(module => ({ default: module.ExampleNote })))
const UnsentNote = lazyPart(() => import('../../features/waiting/unsent-note.tsx').then(module => ({ default: module.UnsentNote })))

export function Component() {
  const { projectId = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  const { data } = project
  return (
    <Page
      title={data?.title ?? texts.title}
      description={data && [placeAndTime(data), data.habitat].filter(Boolean).join(' · ')}
      actions={
        data &&
        mayEdit(data) && (
          <LinkButton to={`/projects/edit/${encodeURIComponent(projectId)}`} icon={<EditIcon aria-hidden />}>
            {texts.edit}
          </LinkButton>
        )
      }
    >
      <Suspense fallback={null}>
        <UnsentNote projectId={projectId} />
      </Suspense>
      <Loaded query={project} failed={texts.failed} skeleton={<OverviewSkeleton />}>
        {found => <Overview key={found.id} project={found} />}
      </Loaded>
    </Page>
  )
}

/** Placeholder with the layout of the overview. */
function OverviewSkeleton() {
  return (
    <>
      <NumbersSkeleton />
      <Skeleton width="min(28rem, 100%)" height="var(--control-height-small)" />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Skeleton width="12rem" height="1.75rem" />
          <PicturesSkeleton />
        </div>
        <div className={styles.side}>
          <SkeletonRows rows={8} height="1.75rem" />
        </div>
      </div>
    </>
  )
}

function Overview({ project }: { project: Project }) {
  const [media, activity, members] = [useFeature('media'), useFeature('activity'), useFeature('members')]
  const hasSide = media || activity || members
  return (
    <>
      <Suspense fallback={null}>{project.isExample && project.role === 'owner' && <ExampleNote projectId={project.id} />}</Suspense>
      {project.description && <p className={styles.about}>{project.description}</p>}
      {media && project.mediaCount > 0 && <Numbers projectId={project.id} />}
      {media && <Ways projectId={project.id} />}
      <div className={hasSide ? styles.columns : undefined}>
        <div className={styles.main}>{media === false ? <NoMedia project={project} /> : media && <Media project={project} />}</div>
        <div className={styles.side}>
          {media && project.mediaCount > 0 && <Work projectId={project.id} />}
          {media && project.mediaCount > 0 && <Depths project={project} />}
          {members && <Members projectId={project.id} />}
          {activity && <Activity projectId={project.id} />}
        </div>
      </div>
    </>
  )
}

function Media({ project }: { project: Project }) {
  const { mutateAsync: revise } = useMutation(reviseProject(project.id))
  const isOurs = project.revision !== noRevision
  return (
    <MediaSection
      projectId={project.id}
      canEdit={mayEdit(project)}
      mediaCount={project.mediaCount}
      coverMediaId={project.coverMediaId}
      onSetCover={isOurs && mayEdit(project) ? coverMediaId => revise({ revision: project.revision, coverMediaId }) : undefined}
    />
  )
}

/** Note about a backend without media. */
function NoMedia({ project }: { project: Project }) {
  return (
    <p className={styles.quiet}>
      {texts.noMedia.about}
      {!project.description && mayEdit(project) && (
        <>
          {' '}
          <Link to={`/projects/edit/${encodeURIComponent(project.id)}`}>{texts.noMedia.describe}</Link>
        </>
      )}
    </p>
  )
}

function Numbers({ projectId }: { projectId: string }) {
  const overview = useQuery(projectOverview(projectId))
  return (
    <Loaded query={overview} failed={texts.numbersFailed} skeleton={<NumbersSkeleton />}>
      {numbers => <OverviewNumbers overview={numbers} />}
    </Loaded>
  )
}

/** Links to the screens of Annotate, which the navigation does not list. */
function Ways({ projectId }: { projectId: string }) {
  return (
    <nav className={styles.ways} aria-label={texts.ways.label}>
      {texts.ways.links.map(([path, label]) => (
        <LinkButton key={path} size="small" to={projectPath(projectId, path)}>
          {label}
        </LinkButton>
      ))}
    </nav>
  )
}

function Work({ projectId }: { projectId: string }) {
  const progress = useQuery(progressOf(projectId))
  return (
    <Section title={texts.progress.title} actions={<Link to={projectPath(projectId, 'annotate')}>{texts.progress.annotate}</Link>}>
      <Loaded query={progress} failed={texts.progress.failed} skeleton={<SkeletonRows rows={5} />}>
        {found => <Progress progress={found} />}
      </Loaded>
    </Section>
  )
}

function Depths({ project }: { project: Project }) {
  const overview = useQuery(projectOverview(project.id))
  return (
    <Section title={texts.depths.title}>
      <Loaded query={overview} failed={texts.depths.failed} skeleton={<ChartSkeleton height="20rem" />}>
        {({ depthCounts }) => <DepthProfile bands={depthCounts} title={project.title} />}
      </Loaded>
    </Section>
  )
}

function Members({ projectId }: { projectId: string }) {
  const members = useQuery(membersOf(projectId))
  return (
    <Section title={texts.members.title} actions={<Link to={projectPath(projectId, 'settings#members')}>{texts.members.manage}</Link>}>
      <Loaded query={members} failed={texts.members.failed} skeleton={<SkeletonRows rows={3} height="1.75rem" />}>
        {list => <MembersBrief members={list} />}
      </Loaded>
    </Section>
  )
}

function Activity({ projectId }: { projectId: string }) {
  const activity = useInfiniteQuery(activityOf(projectId))
  return (
    <Section title={texts.activity.title}>
      <Loaded query={activity} failed={texts.activity.failed} skeleton={<SkeletonRows rows={5} height="2rem" />}>
        {({ pages }) => <ActivityList label={texts.activity.title} items={pages.flatMap(page => page.items)} />}
      </Loaded>
      {activity.hasNextPage && (
        <Button variant="quiet" busy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
          {texts.activity.older}
        </Button>
      )}
    </Section>
  )
}
