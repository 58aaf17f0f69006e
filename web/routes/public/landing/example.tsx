import type { ReactNode } from 'react'
import styles from './example.module.css'

export type ExampleProps = { title: string; where: string; figure: ReactNode; today: string; next: string; children: ReactNode }

/** Worked example: the drawing, the calculation, and the features that exist today and are planned. */
export function Example({ title, where, figure, today, next, children }: ExampleProps) {
  return (
    <li className={styles.example}>
      <div className={styles.figure}>{figure}</div>
      <div className={styles.text}>
        <h3>
          {title} <span>{where}</span>
        </h3>
        {children}
        <dl>
          <dt>Today</dt>
          <dd>{today}</dd>
          <dt>Planned</dt>
          <dd>{next}</dd>
        </dl>
      </div>
    </li>
  )
}
