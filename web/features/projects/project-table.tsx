import type { CSSProperties, ReactNode, Ref } from 'react'
import { Link } from 'react-router-dom'
import type { Project } from '../../../shared/contracts/projects.ts'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatCount, formatDays, formatNumber } from '../../ui/format.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './project-rows.module.css'
import { daysToRestore, roleNames } from './words.ts'

export function ProjectTableHead({ withAction }: { withAction: boolean }) {
  if (withAction)
    return (
      <tr className={classNames(styles.head, styles.restorable)}>
        <th scope="col">Title</th>
        <th scope="col">Gone for good</th>
        <th scope="col" className={styles.number}>
          Action
        </th>
      </tr>
    )
  return (
    <tr className={styles.head}>
      <th scope="col">Title</th>
      <th scope="col">Region</th>
      <th scope="col" className={styles.wide}>
        Dates
      </th>
      <th scope="col" className={styles.number}>
        Media
      </th>
      <th scope="col" className={classNames(styles.number, styles.wide)}>
        Members
      </th>
      <th scope="col" className={styles.wide}>
        My role
      </th>
      <th scope="col">Changed</th>
    </tr>
  )
}

interface ProjectTableRowProps {
  project: Project
  /** Position in the whole list, from 0. */
  index: number
  className: string
  style: CSSProperties
  ref: Ref<HTMLTableRowElement>
  action?: ReactNode
}

export function ProjectTableRow({ project, index, className, style, ref, action }: ProjectTableRowProps) {
  const line = { ref, 'aria-rowindex': index + 2, 'data-index': index, style }
  if (action)
    return (
      <tr {...line} className={classNames(styles.row, styles.restorable, className)}>
        <th scope="row" className={styles.title}>
          {project.title}
        </th>
        <td className={styles.text}>in {formatCount(daysToRestore(project.deletedAt ?? '') || restoreWindowDays, 'day')}</td>
        <td className={styles.end}>{action}</td>
      </tr>
    )
  const known = project.memberCount > 0
  return (
    <tr {...line} className={classNames(styles.row, className)}>
      <th scope="row" className={styles.title}>
        <Link to={`/projects/${encodeURIComponent(project.id)}/dashboard`}>{project.title}</Link>
      </th>
      <td className={styles.text}>{project.region}</td>
      <td className={classNames(styles.text, styles.wide)}>{formatDays(project.startDate, project.endDate)}</td>
      <td className={styles.number}>
        {known && formatNumber(project.mediaCount)}
        {known && <span className={styles.narrowOnly}> media</span>}
      </td>
      <td className={classNames(styles.number, styles.wide)}>{known && formatNumber(project.memberCount)}</td>
      <td className={styles.wide}>{known && (project.role ? roleNames[project.role] : 'Visitor')}</td>
      <td className={styles.text}>{project.modifiedAt && <Timestamp time={project.modifiedAt} />}</td>
    </tr>
  )
}
