import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './section.module.css'

interface PageProps {
  /** Text of the `h1`. */
  title: ReactNode
  description?: ReactNode
  /** Actions at the right of the title, the primary one last. */
  actions?: ReactNode
  /** Narrow column for forms and reading. */
  narrow?: boolean
  children: ReactNode
}

/** A screen within the frame of the app, with its `h1`, actions and sections. */
export function Page({ title, description, actions, narrow = false, children }: PageProps) {
  return (
    <div className={classNames(styles.page, narrow && styles.narrow)}>
      <div className={styles.pageHead}>
        <div className={styles.pageWords}>
          <h1 tabIndex={-1}>{title}</h1>
          {description && <p className={styles.pageAbout}>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

interface SectionProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
  id?: string
  className?: string
}

/** A part of a page under its `h2` and a thin line. Preferred to a `Panel`. */
export function Section({ title, description, actions, children, id, className }: SectionProps) {
  return (
    <section className={classNames(styles.section, className)} id={id} aria-label={title}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>{title}</h2>
        {actions && <div className={styles.actions}>{actions}</div>}
        {description && <p className={styles.sectionAbout}>{description}</p>}
      </div>
      {children}
    </section>
  )
}

/** A bordered surface, for use where a line is not enough. Panels are never nested. */
export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames(styles.panel, className)}>{children}</div>
}

/** Layout of the fields of a form: one column with even gaps. */
export function FormFields({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames(styles.form, className)}>{children}</div>
}

/** List of names with their values. */
export function Facts({ facts, className }: { facts: { name: string; value: ReactNode }[]; className?: string }) {
  return (
    <dl className={classNames(styles.facts, className)}>
      {facts.map(({ name, value }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
