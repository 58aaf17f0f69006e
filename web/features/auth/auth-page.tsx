import type { ReactNode } from 'react'
import styles from './auth-page.module.css'

interface AuthPageProps {
  title: string
  description?: ReactNode
  children: ReactNode
}

/** A page with one heading and one task. */
export function AuthPage({ title, description, children }: AuthPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {description && <p>{description}</p>}
      </div>
      {children}
    </div>
  )
}

/** Links to the other auth pages, below the form. */
export function AuthLinks({ children }: { children: ReactNode }) {
  return <div className={styles.more}>{children}</div>
}
