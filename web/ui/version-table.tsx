import type { ReactNode } from 'react'
import styles from './version-table.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface VersionTableProps {
  /** Header of the person's version. */
  mine: ReactNode
  /** Header of the server's version; null if there is none. */
  there: ReactNode
  /** Rows, each a `VersionRow`. */
  children: ReactNode
}

/** Table of two versions of an object side by side. */
export const VersionTable = ({ mine, there, children }: VersionTableProps) => (
  <table className={styles.versions}>
    <thead>
      <tr>
        <td />
        <th scope="col">{mine}</th>
        {there !== null && <th scope="col">{there}</th>}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

interface VersionRowProps {
  title: string
  mine: ReactNode
  /** Null if there is no column for the server's version. */
  there: ReactNode
  differs: boolean
  /** Text for screen readers in a row with different values. */
  differsWords: string
}

/** Row of one field in a `VersionTable`. Different values are marked. */
export const VersionRow = ({ title, mine, there, differs, differsWords }: VersionRowProps) => (
  <tr data-differs={differs || undefined}>
    <th scope="row">
      {title}
      {differs && <VisuallyHidden>{differsWords}</VisuallyHidden>}
    </th>
    <td>{mine}</td>
    {there !== null && <td>{there}</td>}
  </tr>
)
