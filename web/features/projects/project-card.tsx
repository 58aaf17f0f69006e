import { Link } from 'react-router-dom'
import type { Project } from '../../../shared/contracts/projects.ts'
import { formatCount } from '../../ui/format.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './project-card.module.css'
import { ProjectCover } from './project-cover.tsx'
import { placeAndTime } from './words.ts'

interface ProjectCardProps {
  project: Project
  /** Of its title, by what the cards stand under. */
  level: 2 | 3
}

/** A project at a glance; the whole card leads to it. */
export function ProjectCard({ project, level }: ProjectCardProps) {
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
              <span>{formatCount(project.mediaCount, 'media item')}</span>
              <span>{formatCount(project.memberCount, 'member')}</span>
            </>
          )}
          {project.modifiedAt && (
            <span>
              changed <Timestamp time={project.modifiedAt} />
            </span>
          )}
        </p>
      </div>
    </article>
  )
}
