import type { Project } from '../../../shared/contracts/projects.ts'
import { useProtectedSource } from '../../api/protected-source.ts'
import { LazyCover } from '../../charts/lazy-ground.tsx'
import styles from './project-cover.module.css'

/** The cover of a project, or a chart generated from its id. It is decorative, because the title is beside it. */
export function ProjectCover({ project: { id, coverMediaId } }: { project: Pick<Project, 'id' | 'coverMediaId'> }) {
  const source = useProtectedSource(coverMediaId && `/api/media/${encodeURIComponent(coverMediaId)}/thumbnail/small`)
  if (source) return <img className={styles.cover} src={source} alt="" loading="lazy" decoding="async" />
  return (
    <div className={styles.cover}>
      <LazyCover seed={id} />
    </div>
  )
}
