import type { ReactNode } from 'react'
import { IsobathCover } from '../../charts/isobath-ground.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Page } from '../../ui/section.tsx'
import styles from './area-page.module.css'
import { type AreaName, areaNamed } from './areas.ts'

interface AreaPageProps {
  name: AreaName
  /** Heading, if it differs from the name. */
  title?: string
  /** Planned parts of the area. */
  parts: { name: string; text: string }[]
  /** Alternatives until the area is built. */
  meanwhile: ReactNode
  /** Notice at the top, for people who came with a task. */
  notice?: ReactNode
}

/** Page of a planned area. All its controls work. */
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
