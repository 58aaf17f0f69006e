import { useEffect, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { GridIcon, ListIcon } from '../../ui/icons.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import styles from './projects-bar.module.css'
import { texts } from './texts.ts'
import type { ProjectView } from './use-project-view.ts'

const { bar: words } = texts

interface ProjectsBarProps {
  view: ProjectView
  change: (part: Partial<ProjectView>) => void
  /** Number of projects as text, such as `12 projects`. */
  count?: string
}

const pauseMs = 250

/** Bar with the search, order and layout of the list of projects. */
export function ProjectsBar({ view, change, count }: ProjectsBarProps) {
  const [typed, setTyped] = useState(view.search)
  useEffect(() => setTyped(view.search), [view.search])
  useEffect(() => {
    if (typed === view.search) return
    const timer = setTimeout(() => change({ search: typed }), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, view.search, change])
  return (
    <div className={styles.bar}>
      <SearchField className={styles.search} label={words.search} value={typed} onChange={event => setTyped(event.target.value)} />
      {!view.deleted && (
        <>
          <BareSelect
            className={styles.sort}
            label={words.order}
            value={view.sort}
            onChange={event => change({ sort: event.target.value as ProjectView['sort'] })}
            options={[
              { value: 'modified', label: words.orders.modified },
              { value: 'created', label: words.orders.created },
              { value: 'title', label: words.orders.title }
            ]}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
          <div className={styles.layout} role="group" aria-label={words.layout}>
            <IconButton label={words.cards} aria-pressed={view.layout === 'cards'} onClick={() => change({ layout: 'cards' })}>
              <GridIcon />
            </IconButton>
            <IconButton label={words.table} aria-pressed={view.layout === 'table'} onClick={() => change({ layout: 'table' })}>
              <ListIcon />
            </IconButton>
          </div>
        </>
      )}
      {count && (
        <p className={styles.count} role="status">
          {count}
        </p>
      )}
    </div>
  )
}
