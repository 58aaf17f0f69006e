import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Project } from '../../../shared/contracts/projects.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './project-card.module.css'
import { ProjectCover } from './project-cover.tsx'
import { texts } from './texts.ts'
import { placeAndTime } from './words.ts'

const { card: words } = texts

interface ProjectCardProps {
  project: Project
  /** Heading level of the title, which depends on the position of the cards on the page. */
  level: 2 | 3
  /** Content below the facts. Its links work independently of the card. */
  children?: ReactNode
}

/** Card with the main facts of a project. The whole card links to the project. */
export function ProjectCard({ project, level, children }: ProjectCardProps) {
  const about = placeAndTime(project)
  const Title = `h${level}` as const
  return (
    <article className={styles.card}>
      <ProjectCover project={project} />
      <div className={styles.body}>
        <Title className={styles.title}>
          <Link to={`/projects/${encodeURIComponent(project.id)}/dashboard`}>{project.title}</Link>
        </Title>
        {about && <p className={styles.place}>{about}</p>}
        <p className={styles.facts}>
          {project.memberCount > 0 && (
            <>
              <span>{words.images(project.mediaCount)}</span>
              <span>{words.members(project.memberCount)}</span>
            </>
          )}
          {project.modifiedAt && <span>{words.updated(<Timestamp time={project.modifiedAt} />)}</span>}
        </p>
        {children && <div className={styles.foot}>{children}</div>}
      </div>
    </article>
  )
}
