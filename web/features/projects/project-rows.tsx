import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Project } from '../../../shared/contracts/projects.ts'
import { ProjectCard } from './project-card.tsx'
import styles from './project-rows.module.css'
import { ProjectTableHead, ProjectTableRow } from './project-table.tsx'
import { texts } from './texts.ts'
import { useColumns } from './use-columns.ts'

const { table: words } = texts

interface ProjectRowsProps {
  /** Projects loaded so far. */
  projects: Project[]
  /** Number of projects in the whole list. */
  totalCount: number
  view: 'table' | 'cards'
  hasMore: boolean
  isLoadingMore: boolean
  onMore: () => void
  /** Action at the end of each row that replaces its facts, such as Restore. */
  rowAction?: (project: Project) => ReactNode
}

const cardMinimumPx = 272
const cardGapPx = 16
const height = { table: 45, cards: 260 }

/** Virtualised list of projects: only visible lines are in the DOM. The next page is fetched before the end is reached. */
// Long: all columns of one table.
export function ProjectRows({ projects, totalCount, view, hasMore, isLoadingMore, onMore, rowAction }: ProjectRowsProps) {
  const room = useRef<HTMLDivElement>(null)
  const fitting = useColumns(room, cardMinimumPx, cardGapPx)
  const columns = view === 'cards' ? fitting : 1
  const lineCount = Math.ceil(projects.length / columns)
  const scrollMargin = useDistanceFromTop(room)
  const virtualizer = useWindowVirtualizer({ count: lineCount, estimateSize: () => height[view], overscan: 8, scrollMargin })
  const lines = virtualizer.getVirtualItems()
  const lastLine = lines.at(-1)?.index ?? 0

  useEffect(() => {
    if (hasMore && !isLoadingMore && lastLine >= lineCount - 10) onMore()
  }, [hasMore, isLoadingMore, lastLine, lineCount, onMore])

  // line heights change with the number of columns
  useLayoutEffect(() => {
    if (columns > 0) virtualizer.measure()
  }, [columns, virtualizer])

  const inLine = (line: number) => projects.slice(line * columns, (line + 1) * columns)
  const place = (start: number) => ({ transform: `translateY(${start - scrollMargin}px)` })
  return (
    <div ref={room} className={styles.container}>
      {view === 'cards' ? (
        <div className={styles.room} style={{ height: virtualizer.getTotalSize() }}>
          {lines.map(line => (
            <div key={line.key} ref={virtualizer.measureElement} data-index={line.index} className={styles.line} style={place(line.start)}>
              <div className={styles.cards} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
                {inLine(line.index).map(project => (
                  <ProjectCard key={project.id} project={project} level={2} />
                ))}
              </div>
            </div>
          ))}
        </div>
      ) : (
        <table className={styles.table} aria-label={words.label} aria-rowcount={totalCount + 1}>
          <thead>
            <ProjectTableHead withAction={rowAction !== undefined} />
          </thead>
          <tbody className={styles.room} style={{ height: virtualizer.getTotalSize() }}>
            {lines.map(line => {
              const project = projects[line.index]
              if (!project) return null
              return (
                <ProjectTableRow
                  key={project.id}
                  ref={virtualizer.measureElement}
                  index={line.index}
                  className={styles.line!}
                  style={place(line.start)}
                  project={project}
                  action={rowAction?.(project)}
                />
              )
            })}
          </tbody>
        </table>
      )}
      <p className={styles.more} role="status">
        {isLoadingMore ? words.loadingMore : ''}
      </p>
    </div>
  )
}

/** Distance of the list from the top of the page in CSS pixels. The window scrolls, not the list. */
function useDistanceFromTop(element: RefObject<HTMLElement | null>): number {
  const [distance, setDistance] = useState(0)
  useLayoutEffect(() => {
    if (element.current) setDistance(element.current.getBoundingClientRect().top + window.scrollY)
  }, [element])
  return distance
}
