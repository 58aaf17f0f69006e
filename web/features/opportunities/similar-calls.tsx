import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Opportunity, SimilarDraft, SimilarOpportunity } from '../../../shared/contracts/opportunities.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { closingWords } from './deadline-words.ts'
import { similarOpportunities, similarToDraft } from './queries.ts'
import styles from './similar.module.css'
import { texts } from './texts.ts'

const { similar: words } = texts

const MergeDialog = lazy(() => import('./merge/merge-dialog.tsx').then(module => ({ default: module.MergeDialog })))

/** Calls that may be the same as an opened one. Renders nothing if there are none. */
export function SimilarCalls({ opportunity }: { opportunity: Opportunity }) {
  const { data: items = [], isError } = useQuery(similarOpportunities(opportunity.id))
  const [mergedId, setMergedId] = useState<string | null>(null)
  if (isError) return <p className={styles.quiet}>{words.failed}</p>
  return (
    items.length > 0 && (
      <Section title={words.title} description={words.about}>
        <Items items={items} inNewTab={false} onMerge={setMergedId} />
        {mergedId && (
          <Suspense fallback={null}>
            <MergeDialog opportunity={opportunity} otherId={mergedId} onClose={() => setMergedId(null)} />
          </Suspense>
        )}
      </Section>
    )
  )
}

/** Posted calls that may be the same as a draft, shown while the form is filled in. Links open in a new tab to keep the draft. */
export function SimilarToDraft({ draft }: { draft: SimilarDraft | null }) {
  const key = useSettled(JSON.stringify(draft))
  // Posting does not depend on this query, so a failure is not shown.
  const { data: items = [] } = useQuery(similarToDraft(JSON.parse(key) as SimilarDraft | null))
  return (
    <div role="status">
      {items.length > 0 && (
        <Note>
          <p className={styles.head}>{words.inForm}</p>
          <Items items={items} inNewTab />
        </Note>
      )}
    </div>
  )
}

interface ItemsProps {
  items: readonly SimilarOpportunity[]
  inNewTab: boolean
  onMerge?: (id: string) => void
}

function Items({ items, inNewTab, onMerge }: ItemsProps) {
  return (
    <ul className={styles.list}>
      {items.map(item => (
        <li key={item.id} className={styles.item}>
          <Link to={`/opportunities/${item.id}`} {...(inNewTab && { target: '_blank' })}>
            {item.title}
            {inNewTab && <VisuallyHidden> {words.newTab}</VisuallyHidden>}
          </Link>
          <span className={styles.quiet}>
            {item.state !== 'published' && <Badge tone="warn">{texts.page.states[item.state]}</Badge>}
            {item.state === 'published' && !item.isOpen && <Badge>{texts.page.closed}</Badge>}
            <span>{[words.match[item.match], item.organization, closingWords(item)].filter(Boolean).join(' · ')}</span>
          </span>
          {onMerge && item.mayMerge && (
            <Button size="small" aria-label={texts.merge.openWith(item.title)} onClick={() => onMerge(item.id)}>
              {texts.merge.open}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
