import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { type CommandState, runByKeys, useListedCommands } from '../../../ui/command.ts'
import { ChevronDownIcon, ChevronUpIcon } from '../../../ui/icons.tsx'
import type { CatalogTree } from '../catalog-tree.ts'
import { gridTexts as texts } from '../texts.ts'
import styles from './catalog-grid.module.css'
import { columnsOf, type GridColumn, widthsOf } from './columns.ts'
import { moveInRows } from './grid-keys.ts'
import { GridRow } from './grid-row.tsx'
import type { RowActions } from './row-actions.ts'
import { type FocusedRowActions, rowCommands } from './row-commands.ts'
import type { CatalogRow, TableSort } from './rows.ts'
import { useDragging } from './use-dragging.ts'
import { headHeight, useRows } from './use-rows.ts'

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

/** The catalog as a tree or table with focusable rows. Only the rows in view are rendered. */
// Long: one list with its key handlers and rows.
export function CatalogGrid(props: CatalogGridProps) {
  const { tree, rows, view, selected, renaming, mayEdit, actions, sort, onSort } = props
  const { scroller, list, active, setActiveId, moveTo, rowsInView } = useRows({ tree, rows, selected, renaming })
  const columns = useMemo(() => columnsOf(tree, view), [tree, view])
  const drag = useDragging(tree, actions.move)

  const state: CommandState = { mayEdit, hasSelection: selected !== null }
  useListedCommands(texts.label, rowCommands, state)

  function keyDown(event: KeyboardEvent) {
    const row = rows[active]
    const { currentTarget } = event
    if (!row || event.target !== currentTarget) return // controls in a row have their own keys
    const { id } = row.label
    const focused: FocusedRowActions = {
      step(to) {
        const move = moveInRows(to, rows, active, rowsInView())
        if (move && 'to' in move) moveTo(move.to)
        else if (move) actions.toggle(id, move.open)
      },
      enter() {
        actions.select(id)
        actions.enter(id)
      },
      select: () => actions.select(id),
      rename: () => actions.startRename(id),
      remove: () => actions.remove(id),
      openMenu: () => actions.openMenu(id, currentTarget)
    }
    if (runByKeys(event, rowCommands, focused, state)) event.preventDefault()
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
          {texts.dropForTop}
        </div>
      )}
      <div
        ref={scroller}
        className={styles.grid}
        role="treegrid"
        aria-label={texts.label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        tabIndex={-1}
      >
        <GridHead columns={columns} sort={sort} onSort={onSort} />
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

function GridHead({ columns, sort, onSort }: Pick<CatalogGridProps, 'sort' | 'onSort'> & { columns: readonly GridColumn[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the rows
    <div role="row" aria-rowindex={1} className={classNames(styles.line, styles.head)}>
      {columns.map(column => (
        <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a header without an action */}
      <span role="columnheader" className={styles.end}>
        <span className={styles.heard}>{texts.endColumn}</span>
      </span>
    </div>
  )
}

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
