import type { ReactNode } from 'react'
import { IsobathCover } from '../../charts/isobath-ground.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Page } from '../../ui/section.tsx'
import styles from './area-page.module.css'
import { type AreaName, areaNamed } from './areas.ts'

interface AreaPageProps {
  name: AreaName
  /** Heading, where it differs from the name. */
  title?: string
  /** The planned parts of the area. */
  parts: { name: string; text: string }[]
  /** Ways to get by until then. */
  meanwhile: ReactNode
  /** Shown first, to someone who came here to do something. */
  notice?: ReactNode
}

/** The page of a planned area. It offers no control that leads nowhere. */
export function AreaPage({ name, title = name, parts, meanwhile, notice }: AreaPageProps) {
  return (
    <Page title={title} description={areaNamed(name).text}>
      <div className={styles.area}>
        <div className={styles.picture}>
          <IsobathCover seed={title} />
        </div>
        <div className={styles.words}>
          {notice}
          <p className={styles.state}>
            <Badge>Planned</Badge> This area is not built yet. It will have:
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
