import { SearchField } from '../../ui/text-field.tsx'
import styles from './sites.module.css'
import { texts } from './texts.tsx'
import type { useNameSearch } from './use-name-search.ts'

const { search: words } = texts

interface NameSearchProps {
  search: ReturnType<typeof useNameSearch<{ name: string }>>
  /** Total number of sites in the list. */
  count: number
}

/** Search field for a long list of sites, with the number of matches. */
export function NameSearch({ search: { text, setText, isOffered, isActive, found }, count }: NameSearchProps) {
  if (!isOffered) return null
  return (
    <div className={styles.search}>
      <SearchField label={words.find} value={text} onChange={event => setText(event.target.value)} />
      <p className={styles.quiet} role="status">
        {isActive && words.found(found.length, count)}
      </p>
    </div>
  )
}
