import type { ReactNode } from 'react'
import styles from './auth-page.module.css'

interface AuthPageProps {
  title: string
  description?: ReactNode
  children: ReactNode
}

/** Layout of the sign-in and account pages: a heading, an optional description, and the content. */
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

/** Links to related pages, below the form. */
export function AuthLinks({ children }: { children: ReactNode }) {
  return <div className={styles.more}>{children}</div>
}
