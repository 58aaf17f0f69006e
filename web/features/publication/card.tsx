import type { ReactNode } from 'react'
import { Panel, Section } from '../../ui/section.tsx'
import styles from './publication.module.css'

interface CardProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
  id?: string
}

/** Panel for one part of the publication form. */
export function Card(props: CardProps) {
  return (
    <Panel className={styles.card}>
      <Section {...props} />
    </Panel>
  )
}
