import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { capabilities, useFeature } from '../../api/capabilities.ts'
import { readAhead } from '../../api/read-ahead.ts'
import { useUser } from '../../api/session-context.ts'
import { ActivityList } from '../../features/activity/activity-list.tsx'
import { latestActivity } from '../../features/activity/queries.ts'
import { FirstSteps } from '../../features/projects/first-steps.tsx'
import { ProjectCard } from '../../features/projects/project-card.tsx'
import { projectsList } from '../../features/projects/queries.ts'
import { texts } from '../../features/projects/texts.ts'
import { projectsWaiting, type Waiting } from '../../features/projects/waiting.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CardProgress } from './card-progress.tsx'
import styles from './dashboard.module.css'

const { dashboard: words, waiting: waitingWords } = texts

const recentProjects = { sort: 'modified', limit: 6 } as const

/** Starts the calls that the gateway has preloaded for this screen. */
export function loader(): null {
  readAhead(capabilities())
  readAhead(projectsList(recentProjects))
  return null
}

export function Component() {
  const user = useUser()
  const projects = useQuery(projectsList(recentProjects))
  const [media, members, activity] = [useFeature('media'), useFeature('members'), useFeature('activity')]
  const example = useFeature('example')
  const isFirstUse = projects.data?.projects.length === 0
  return (
    <Page
      title={isFirstUse ? words.welcome : words.title}
      description={isFirstUse ? words.firstUse(user.name || user.email) : undefined}
      actions={
        !isFirstUse && (
          <LinkButton to="/projects/new" icon={<PlusIcon aria-hidden />}>
            {words.newProject}
          </LinkButton>
        )
      }
    >
      {isFirstUse ? (
        <FirstSteps media={media !== false} members={members !== false} example={example === true} />
      ) : (
        <div className={styles.columns}>
          <Section title={words.projects} actions={<Link to="/projects">{words.allProjects}</Link>}>
            <Loaded query={projects} failed={words.projectsFailed} skeleton={<CardsSkeleton />}>
              {page => (
                <div className={styles.cards}>
                  {page.projects.slice(0, recentProjects.limit).map(project => (
                    <ProjectCard key={project.id} project={project} level={3}>
                      {media && project.mediaCount > 0 && <CardProgress projectId={project.id} mayEdit={mayEdit(project)} />}
                    </ProjectCard>
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
    <div className={styles.cards} role="status" aria-label={words.loadingProjects}>
      {['first', 'second', 'third'].map(name => (
        <CardSkeleton key={name} />
      ))}
    </div>
  )
}

/** Tasks of the signed-in person, in their projects and in their profile. */
function WaitingSection() {
  const user = useUser()
  const keepsDeleted = useFeature('activity')
  const profile = useFeature('profile')
  const projects = useQuery(projectsList(recentProjects))
  const deleted = useQuery({ ...projectsList({ deleted: true, limit: 6 }), enabled: keepsDeleted === true })
  const aboutMe: Waiting[] =
    profile && !user.name ? [{ id: 'name', text: waitingWords.noName, path: '/profile', action: waitingWords.addName }] : []
  const all = [...projectsWaiting(projects.data?.projects ?? [], deleted.data?.projects ?? []), ...aboutMe]
  return (
    <Section title={waitingWords.title}>
      {all.length === 0 ? (
        <p className={styles.quiet}>{waitingWords.none}</p>
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
    <Section title={words.activity}>
      <Loaded
        query={activity}
        failed={words.activityFailed}
        skeleton={<SkeletonRows rows={6} height="2rem" label={words.loadingActivity} />}
      >
        {items => (items.length === 0 ? <p className={styles.quiet}>{words.noActivity}</p> : <ActivityList items={items} withProject />)}
      </Loaded>
    </Section>
  )
}
