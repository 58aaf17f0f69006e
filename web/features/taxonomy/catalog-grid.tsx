import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type DragEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { classNames } from '../../ui/class-names.ts'
import { ChevronDownIcon, ChevronUpIcon } from '../../ui/icons.tsx'
import styles from './catalog-grid.module.css'
import type { CatalogTree } from './catalog-tree.ts'
import { moveInRows } from './grid-keys.ts'
import { GridRow } from './grid-row.tsx'
import type { CatalogRow, TableSort } from './rows.ts'

/** What can be done with a row; the screen does it. */
export interface RowActions {
  select: (labelId: string) => void
  toggle: (labelId: string, open: boolean) => void
  /** The row's menu, beside this element. */
  openMenu: (labelId: string, target: Element) => void
  /** Goes on to what stands beside the list. */
  enter: (labelId: string) => void
  favour: (labelId: string, favourite: boolean) => void
  startRename: (labelId: string) => void
  rename: (labelId: string, name: string) => void
  stopRename: () => void
  remove: (labelId: string) => void
  /** Null: to the top. */
  move: (labelId: string, parentId: string | null) => void
}

interface CatalogGridProps {
  tree: CatalogTree
  rows: readonly CatalogRow[]
  view: 'tree' | 'table'
  selected: string | null
  renaming: string | null
  mayEdit: boolean
  actions: RowActions
  sort: { by: TableSort; descending: boolean }
  onSort: (by: TableSort) => void
}

export interface GridColumn {
  id: 'name' | 'author' | 'rank' | 'status' | 'vernacular' | 'aphia' | 'annotations' | 'key'
  header: string
  /** Least width in rem, and its share of what is left. */
  least: number
  share?: number
  /** In the tree, where few columns follow, it takes no more than this, in rem. */
  most?: number
  sort?: TableSort
  inTree?: boolean
  /** A column that no label of the catalog fills is left out. */
  fills?: (label: OutlineLabel) => boolean
}

const allColumns: GridColumn[] = [
  { id: 'name', header: 'Name', least: 12, share: 2, most: 40, sort: 'name', inTree: true },
  { id: 'author', header: 'Author', least: 8, share: 1, fills: label => label.scientificNameAuthorship !== undefined },
  { id: 'rank', header: 'Rank', least: 6.5, sort: 'rank', inTree: true, fills: label => label.taxonRank !== undefined },
  { id: 'status', header: 'Status', least: 7, share: 1, sort: 'status', fills: label => label.taxonomicStatus !== undefined },
  { id: 'vernacular', header: 'Common name', least: 8, share: 1, fills: label => label.vernacularName !== undefined },
  { id: 'aphia', header: 'AphiaID', least: 5.5, inTree: true, fills: label => label.aphiaId !== undefined },
  { id: 'annotations', header: 'Annotations', least: 6.5, sort: 'annotations', inTree: true },
  { id: 'key', header: 'Key', least: 2.75, inTree: true, fills: label => label.hotkey !== undefined }
]

function columnsOf({ labels }: CatalogTree, view: 'tree' | 'table'): GridColumn[] {
  return allColumns
    .filter(({ inTree, fills }) => (view === 'table' || inTree) && (!fills || labels.some(fills)))
    .map(column => (view === 'table' ? { ...column, most: undefined } : { ...column, sort: undefined }))
}

/** All rows lay out their cells alike. In rem: the last column holds two buttons, between two columns is 0.75. */
function widthsOf(columns: readonly GridColumn[]): CSSProperties {
  const widths = columns.map(({ least, share, most }) =>
    most ? `minmax(${least}rem, ${most}rem)` : share ? `minmax(${least}rem, ${share}fr)` : `${least}rem`
  )
  const least = columns.reduce((sum, column) => sum + column.least + 0.75, toolsWidth + 1.25)
  return { '--columns': [...widths, `${toolsWidth}rem`].join(' '), '--least': `${least}rem` } as CSSProperties
}

const toolsWidth = 4.75

/** The catalog as a tree or a table whose rows take the focus; only those in view exist. */
export function CatalogGrid(props: CatalogGridProps) {
  const { tree, rows, view, selected, renaming, mayEdit, actions, sort, onSort } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight(scroller)
  const columns = useMemo(() => columnsOf(tree, view), [tree, view])
  const [activeId, setActiveId] = useState<string | null>(selected)
  const found = rows.findIndex(({ label }) => label.id === activeId)
  const active = Math.max(0, found)
  const wantsFocus = useRef(false)
  const drag = useDragging(tree, actions.move)

  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => rows[index]?.label.id ?? index,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    useFlushSync: false,
    rangeExtractor: range => {
      const inView = defaultRangeExtractor(range)
      const keep = scroller.current?.contains(document.activeElement) && active < rows.length && !inView.includes(active)
      return keep ? [...inView, active].sort((a, b) => a - b) : inView // the focus must not vanish with its row
    }
  })
  useLayoutEffect(() => list.measure(), [rowHeight]) // another height of all rows

  // A label that is opened from elsewhere, or goes elsewhere, comes into view as soon as it has a row.
  const placeOfSelected = tree.get(selected)?.parentId
  const wantsView = useRef(false)
  useLayoutEffect(() => {
    wantsView.current = selected !== null
    if (selected !== null) setActiveId(selected)
  }, [selected, placeOfSelected]) // not when other rows come and go: whoever scrolled away stays there
  useLayoutEffect(() => {
    const at = wantsView.current ? rows.findIndex(({ label }) => label.id === selected) : -1
    if (at < 0) return
    wantsView.current = false
    list.scrollToIndex(at, { align: 'auto' })
  })

  const wasRenaming = useRef(renaming)
  useLayoutEffect(() => {
    if (wasRenaming.current && !renaming && (document.activeElement === document.body || !document.activeElement)) wantsFocus.current = true
    wasRenaming.current = renaming
    if (!wantsFocus.current) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!row) return // it is rendered after the scroll
    row.focus({ preventScroll: true })
    wantsFocus.current = false
  })

  function moveTo(index: number) {
    const label = rows[index]?.label
    if (!label) return
    wantsFocus.current = true
    setActiveId(label.id)
    list.scrollToIndex(index, { align: 'auto' })
  }

  function keyDown(event: KeyboardEvent) {
    const row = rows[active]
    if (!row || event.target !== event.currentTarget) return // what stands in a row has keys of its own
    const { label } = row
    const move =
      event.altKey || event.ctrlKey || event.metaKey ? null : moveInRows(event.key, rows, active, rowsInView(scroller, rowHeight))
    if (move && 'to' in move) moveTo(move.to)
    else if (move) actions.toggle(label.id, move.open)
    else if (event.key === 'Enter') {
      actions.select(label.id)
      actions.enter(label.id)
    } else if (event.key === ' ') actions.select(label.id)
    else if (event.key === 'F2' && mayEdit) actions.startRename(label.id)
    else if (event.key === 'Delete' && mayEdit) actions.remove(label.id)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) actions.openMenu(label.id, event.currentTarget)
    else return
    event.preventDefault()
  }

  function contextMenu(event: MouseEvent, index: number) {
    const label = rows[index]?.label
    if (!label || !(event.currentTarget instanceof Element)) return
    event.preventDefault()
    setActiveId(label.id)
    actions.openMenu(label.id, event.currentTarget)
  }

  return (
    <div className={styles.frame} style={widthsOf(columns)}>
      {drag.dragged && (
        <div className={styles.top} data-over={drag.over === null || undefined} {...drag.onto(null)}>
          Drop here to move it to the top of the catalog
        </div>
      )}
      <div
        ref={scroller}
        className={styles.grid}
        role="treegrid"
        aria-label="Species catalog"
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        tabIndex={-1}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the focus is on the rows */}
        <div role="row" aria-rowindex={1} className={classNames(styles.line, styles.head)}>
          {columns.map(column => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: a header that does nothing */}
          <span role="columnheader" className={styles.end}>
            <span className={styles.heard}>Favourite and actions</span>
          </span>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div role="rowgroup" className={styles.rows} style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index]
            return (
              row && (
                <GridRow
                  key={key}
                  row={row}
                  index={index}
                  top={start - headHeight}
                  columns={columns}
                  tree={tree}
                  isTree={view === 'tree'}
                  isActive={index === active}
                  isSelected={row.label.id === selected}
                  isRenaming={row.label.id === renaming}
                  mayEdit={mayEdit}
                  actions={actions}
                  onFocus={setActiveId}
                  onKeyDown={keyDown}
                  onContextMenu={contextMenu}
                  dragState={drag.dragged === row.label.id ? 'dragged' : drag.over === row.label.id ? 'over' : undefined}
                  drag={mayEdit && view === 'tree' ? { ...drag.from(row.label.id), ...drag.onto(row.label.id) } : undefined}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

const headHeight = 34

const rowsInView = (scroller: { current: HTMLElement | null }, rowHeight: number) =>
  Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1)

function HeadCell({ column, sort, onSort }: { column: GridColumn; sort: CatalogGridProps['sort']; onSort: CatalogGridProps['onSort'] }) {
  const { id, header, sort: by } = column
  const isSorted = by !== undefined && sort.by === by
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the button in it
    <span role="columnheader" className={styles[id]} aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}>
      {by ? (
        <button type="button" className={styles.sort} onClick={() => onSort(by)}>
          {header}
          {isSorted && (sort.descending ? <ChevronUpIcon aria-hidden /> : <ChevronDownIcon aria-hidden />)}
        </button>
      ) : (
        header
      )}
    </span>
  )
}

/** Rows are as high as the density says. */
function useRowHeight(scroller: { current: HTMLElement | null }): number {
  const [height, setHeight] = useState(36)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => setHeight(Number.parseFloat(getComputedStyle(element).getPropertyValue('--row-height')) || 36)
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributeFilter: ['data-density'] })
    return () => observer.disconnect()
  }, [scroller])
  return height
}

/** A label that is dragged onto another one goes under it; the menu's “Move to…” does the same. */
function useDragging(tree: CatalogTree, move: RowActions['move']) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null | undefined>(undefined)
  const label = tree.get(dragged)
  const takes = (target: string | null) =>
    label !== undefined && label.parentId !== target && (target === null || !tree.isWithin(target, label.id))

  return {
    dragged: label ? dragged : null,
    /** Null: over the top of the catalog. */
    over: label ? over : undefined,
    from: (labelId: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', tree.get(labelId)?.name ?? '')
        setTimeout(() => setDragged(labelId)) // a page that changes at once ends the drag in Chromium
      },
      onDragEnd: () => {
        setDragged(null)
        setOver(undefined)
      }
    }),
    onto: (target: string | null) => ({
      onDragOver: (event: DragEvent) => {
        if (!takes(target)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        if (over !== target) setOver(target)
      },
      onDragLeave: () => setOver(before => (before === target ? undefined : before)),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (label && takes(target)) move(label.id, target)
        setDragged(null)
        setOver(undefined)
      }
    })
  }
}
