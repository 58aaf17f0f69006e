import type { ReactNode } from 'react'
import { IsobathCover } from '../../charts/isobath-ground.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Page } from '../../ui/section.tsx'
import styles from './area-page.module.css'

interface AreaPageProps {
  title: string
  /** What the area is for, in one sentence. */
  purpose: string
  /** What will stand here. */
  parts: { name: string; text: string }[]
  /** What can be done until then, and where. */
  meanwhile: ReactNode
  /** Said first, when someone came here to do something. */
  notice?: ReactNode
}

/** A place that is kept for an area of the app which is not built yet: it says so, and pretends nothing. */
export function AreaPage({ title, purpose, parts, meanwhile, notice }: AreaPageProps) {
  return (
    <Page title={title} description={purpose}>
      <div className={styles.area}>
        <div className={styles.picture}>
          <IsobathCover seed={title} />
        </div>
        <div className={styles.words}>
          {notice}
          <p className={styles.state}>
            <Badge>Not here yet</Badge> Nothing on this page works so far. This is what will stand here:
          </p>
          <dl className={styles.parts}>
            {parts.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.meanwhile}>{meanwhile}</p>
        </div>
      </div>
    </Page>
  )
}
