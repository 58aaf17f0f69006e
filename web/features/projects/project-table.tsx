import type { CSSProperties, ReactNode, Ref } from 'react'
import { Link } from 'react-router-dom'
import type { Project } from '../../../shared/contracts/projects.ts'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatDays, formatNumber } from '../../ui/format.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './project-rows.module.css'
import { texts } from './texts.ts'
import { daysToRestore } from './words.ts'

const { table: words } = texts

export function ProjectTableHead({ withAction }: { withAction: boolean }) {
  if (withAction)
    return (
      <tr className={classNames(styles.head, styles.restorable)}>
        <th scope="col">{words.title}</th>
        <th scope="col">{words.end}</th>
        <th scope="col" className={styles.number}>
          {words.action}
        </th>
      </tr>
    )
  return (
    <tr className={styles.head}>
      <th scope="col">{words.title}</th>
      <th scope="col">{words.region}</th>
      <th scope="col" className={styles.wide}>
        {words.dates}
      </th>
      <th scope="col" className={styles.number}>
        {words.images}
      </th>
      <th scope="col" className={classNames(styles.number, styles.wide)}>
        {words.members}
      </th>
      <th scope="col" className={styles.wide}>
        {words.role}
      </th>
      <th scope="col">{words.updated}</th>
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
        <td className={styles.text}>{words.inDays(daysToRestore(project.deletedAt ?? '') || restoreWindowDays)}</td>
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
        {known && <span className={styles.narrowOnly}>{words.imagesUnit(project.mediaCount)}</span>}
      </td>
      <td className={classNames(styles.number, styles.wide)}>{known && formatNumber(project.memberCount)}</td>
      <td className={styles.wide}>{known && (project.role ? texts.roles[project.role] : words.visitor)}</td>
      <td className={styles.text}>{project.modifiedAt && <Timestamp time={project.modifiedAt} />}</td>
    </tr>
  )
}
