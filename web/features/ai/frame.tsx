import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import styles from './ai.module.css'
import { texts } from './texts.ts'

const { frame: words } = texts

const links = [
  { part: '', label: words.overview },
  { part: 'runs', label: words.runs },
  { part: 'suggestions', label: words.suggestions },
  { part: 'check', label: words.check },
  { part: 'similar', label: words.similar },
  { part: 'quality', label: words.quality },
  { part: 'models', label: words.models }
]

/** Layout shared by the AI Analysis screens. @param part first URL path segment below the area, which selects the tab */
export function AiFrame({ projectId, part, children }: { projectId: string; part: string; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <PageLinks label={words.label}>
        {links.map(link => (
          <Link
            key={link.part}
            to={projectPath(projectId, link.part ? `ai/${link.part}` : 'ai')}
            aria-current={link.part === part ? 'page' : undefined}
          >
            {link.label}
          </Link>
        ))}
      </PageLinks>
      {children}
    </div>
  )
}
