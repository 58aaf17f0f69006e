import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { ChevronDownIcon, ChevronRightIcon } from '../../ui/icons.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import type { LabelIndex } from '../label-index.ts'
import { tipOf } from '../label-tip.ts'
import styles from '../panels.module.css'
import { Swatch } from '../swatch.tsx'
import { branchesOf, rowsOf } from '../tree-rows.ts'
import { shownAtOnce } from '../usual-labels.ts'
import { texts as words } from './texts.ts'

const rowPx = 30
const indentPx = 12

interface LabelTreeProps {
  labelIndex: LabelIndex
  current: string | null
  /** Scrolling element that contains the tree. */
  scroller: RefObject<HTMLElement | null>
  onChoose: (labelId: string) => void
}

/** Catalog as a tree. A small catalog starts fully expanded. Arrow keys move the focus, and expand and collapse rows. Enter chooses a label. */
// Long: one tree with its rows and keyboard handling.
export function LabelTree({ labelIndex, current, scroller, onChoose }: LabelTreeProps) {
  const tree = useRef<HTMLDivElement>(null)
  const treeId = useId()
  const branches = useMemo(() => branchesOf(labelIndex.all), [labelIndex])
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(openAtFirst(labelIndex, current)))
  const [active, setActive] = useState(0)
  const [top, setTop] = useState(0)
  const list = useMemo(() => rowsOf(branches, open), [branches, open])
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
    scrollMargin: top
  })
  useEffect(() => {
    if (tree.current) setTop(tree.current.offsetTop)
  }, [labelIndex, list.length])
  const at = Math.min(active, list.length - 1)

  function toggle(label: OutlineLabel, isOpen: boolean) {
    const next = new Set(open)
    if (isOpen) next.add(label.id)
    else next.delete(label.id)
    setOpen(next)
  }

  function walk(index: number) {
    const next = Math.min(Math.max(index, 0), list.length - 1)
    setActive(next)
    rows.scrollToIndex(next)
  }

  function key(name: string): boolean {
    const row = list[at]
    if (!row) return false
    if (name === 'ArrowDown') walk(at + 1)
    else if (name === 'ArrowUp') walk(at - 1)
    else if (name === 'Home') walk(0)
    else if (name === 'End') walk(list.length - 1)
    else if (name === 'ArrowRight') row.hasMore && !open.has(row.label.id) ? toggle(row.label, true) : walk(at + 1)
    else if (name === 'ArrowLeft')
      open.has(row.label.id) ? toggle(row.label, false) : walk(list.findIndex(({ label }) => label.id === row.label.parentId))
    else if (name === 'Enter') onChoose(row.label.id)
    else return false
    return true
  }

  return (
    <div
      ref={tree}
      className={styles.tree}
      role="tree"
      aria-label={words.label}
      aria-activedescendant={list[at] && `${treeId}-${list[at].label.id}`}
      tabIndex={0}
      data-arrows-only
      style={{ height: rows.getTotalSize() }}
      onKeyDown={event => {
        if (!key(event.key)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {rows.getVirtualItems().map(({ index, start }) => {
        const { label, level, hasMore } = list[index]!
        const isOpen = open.has(label.id)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for its rows
          <div
            key={label.id}
            id={`${treeId}-${label.id}`}
            role="treeitem"
            tabIndex={-1}
            aria-level={level}
            aria-selected={label.id === current}
            aria-expanded={hasMore ? isOpen : undefined}
            className={styles.treeRow}
            data-active={index === at || undefined}
            data-tip={tipOf(label, labelIndex.pathOf(label.id))}
            data-tip-at="left"
            style={{ transform: `translateY(${start - top}px)`, paddingLeft: 4 + (level - 1) * indentPx }}
            onClick={() => {
              setActive(index)
              onChoose(label.id)
            }}
          >
            {hasMore ? (
              <button
                type="button"
                tabIndex={-1}
                aria-label={isOpen ? words.close(label.name) : words.open(label.name)}
                onClick={event => {
                  event.stopPropagation()
                  setActive(index)
                  toggle(label, !isOpen)
                }}
              >
                {isOpen ? <ChevronDownIcon aria-hidden width={16} height={16} /> : <ChevronRightIcon aria-hidden width={16} height={16} />}
              </button>
            ) : (
              <span />
            )}
            <Swatch label={label} />
            <span className={styles.name}>
              <TaxonName label={label} />
            </span>
            {label.annotationCount ? <small>{label.annotationCount}</small> : null}
          </div>
        )
      })}
    </div>
  )
}

/** Ids of the labels that are expanded at first: all of a small catalog, or the ancestors of a label in a large one. */
function openAtFirst(labelIndex: LabelIndex, labelId: string | null): string[] {
  if (labelIndex.all.length <= shownAtOnce) return labelIndex.all.map(({ id }) => id)
  const ids: string[] = []
  for (let parent = labelIndex.get(labelId)?.parentId; parent && ids.length < 100; parent = labelIndex.get(parent)?.parentId)
    ids.push(parent)
  return ids
}
