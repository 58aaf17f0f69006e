import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useFeature } from '../../api/capabilities.ts'
import { useUser } from '../../api/session-context.ts'
import { ActivityList } from '../../features/activity/activity-list.tsx'
import { latestActivity } from '../../features/activity/queries.ts'
import { FirstSteps } from '../../features/projects/first-steps.tsx'
import { ProjectCard } from '../../features/projects/project-card.tsx'
import { projectsList } from '../../features/projects/queries.ts'
import { projectsWaiting, type Waiting } from '../../features/projects/waiting.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/section.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './dashboard.module.css'

const recentProjects = { sort: 'modified', limit: 6 } as const

export function Component() {
  const user = useUser()
  const projects = useQuery(projectsList(recentProjects))
  const [media, members, activity] = [useFeature('media'), useFeature('members'), useFeature('activity')]
  const example = useFeature('example')
  const isFirstUse = projects.data?.projects.length === 0
  return (
    <Page
      title={isFirstUse ? 'Welcome aboard' : 'Dashboard'}
      description={isFirstUse ? `You are signed in as ${user.email}. A few steps, and the work can begin.` : undefined}
      actions={
        !isFirstUse && (
          <LinkButton to="/projects/new" icon={<PlusIcon aria-hidden />}>
            New project
          </LinkButton>
        )
      }
    >
      {isFirstUse ? (
        <FirstSteps media={media !== false} members={members !== false} example={example === true} />
      ) : (
        <div className={styles.columns}>
          <Section title="Your projects" actions={<Link to="/projects">All projects</Link>}>
            <Loaded query={projects} failed="Your projects could not be loaded" skeleton={<CardsSkeleton />}>
              {page => (
                <div className={styles.cards}>
                  {page.projects.slice(0, recentProjects.limit).map(project => (
                    <ProjectCard key={project.id} project={project} level={3} />
                  ))}
                </div>
              )}
            </Loaded>
          </Section>
          <div className={styles.side}>
            <WaitingSection />
            {activity !== false && <ActivitySection />}
          </div>
        </div>
      )}
    </Page>
  )
}

function CardsSkeleton() {
  return (
    <div className={styles.cards} role="status" aria-label="Loading your projects">
      {['first', 'second', 'third'].map(name => (
        <Skeleton key={name} height="13rem" />
      ))}
    </div>
  )
}

/** What waits for the person: in their projects, and in their own profile. */
function WaitingSection() {
  const user = useUser()
  const keepsDeleted = useFeature('activity')
  const profile = useFeature('profile')
  const projects = useQuery(projectsList(recentProjects))
  const deleted = useQuery({ ...projectsList({ deleted: true, limit: 6 }), enabled: keepsDeleted === true })
  const aboutMe: Waiting[] =
    profile && !user.name
      ? [{ id: 'name', text: 'Your name is not known: others see your e-mail address.', path: '/profile', action: 'Say who you are' }]
      : []
  const all = [...projectsWaiting(projects.data?.projects ?? [], deleted.data?.projects ?? []), ...aboutMe]
  return (
    <Section title="Waiting for you">
      {all.length === 0 ? (
        <p className={styles.quiet}>Nothing waits for you.</p>
      ) : (
        <ul className={styles.waiting}>
          {all.map(({ id, text, path, action }) => (
            <li key={id}>
              <span>{text}</span>
              <Link to={path}>{action}</Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function ActivitySection() {
  const activity = useQuery({ ...latestActivity(12), enabled: useFeature('activity') === true })
  return (
    <Section title="Activity">
      <Loaded
        query={activity}
        failed="The activity could not be loaded"
        skeleton={<SkeletonRows rows={6} height="2rem" label="Loading activity" />}
      >
        {items =>
          items.length === 0 ? (
            <p className={styles.quiet}>Nothing has happened yet. Changes to your projects appear here.</p>
          ) : (
            <ActivityList items={items} withProject />
          )
        }
      </Loaded>
    </Section>
  )
}
