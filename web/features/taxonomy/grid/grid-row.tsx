import { type CSSProperties, type HTMLAttributes, type KeyboardEvent, type MouseEvent, memo, useRef } from 'react'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { writtenName } from '../../../../shared/taxonomy/written-name.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { keyOf } from '../../../ui/command.ts'
import { formatNumber } from '../../../ui/format.ts'
import { ChevronRightIcon, FavouriteIcon, FavouriteOnIcon, MoreIcon } from '../../../ui/icons.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import type { CatalogTree } from '../catalog-tree.ts'
import { gridTexts as texts } from '../texts.ts'
import styles from './catalog-grid.module.css'
import type { GridColumn } from './columns.ts'
import type { RowActions } from './row-actions.ts'
import { rowCommands } from './row-commands.ts'
import type { CatalogRow } from './rows.ts'

interface GridRowProps {
  row: CatalogRow
  index: number
  /** Distance from the top of the list in pixels. */
  top: number
  columns: readonly GridColumn[]
  tree: CatalogTree
  isTree: boolean
  isActive: boolean
  isSelected: boolean
  isRenaming: boolean
  actions: RowActions
  onFocus: (labelId: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onContextMenu: (event: MouseEvent, index: number) => void
  dragState: 'dragged' | 'over' | undefined
  drag: HTMLAttributes<HTMLElement> | undefined
}

// Long: all cells of one row.
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, columns, tree, isTree, isActive, isSelected, isRenaming, actions, onFocus, drag } = props
  const { label, level, position, setSize, open } = row
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed one by one, which a table element cannot
    <div
      {...(isRenaming ? {} : drag)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      {...(isTree && { 'aria-level': level, 'aria-posinset': position, 'aria-setsize': setSize, 'aria-expanded': open ?? undefined })}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      data-way={row.isWay || undefined}
      data-drag={props.dragState}
      className={classNames(styles.line, styles.row)}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => onFocus(label.id)}
      onClick={event => {
        if (event.target instanceof Element && event.target.closest('button, input')) return
        actions.select(label.id)
      }}
      onKeyDown={props.onKeyDown}
      onContextMenu={event => props.onContextMenu(event, index)}
    >
      {columns.map(({ id }) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the rows
        <span key={id} role="gridcell" className={styles[id]}>
          {id === 'name' ? (
            <>
              {isTree && <Opener row={row} onToggle={actions.toggle} />}
              <Swatch label={label} />
              {isRenaming ? (
                <RenameField name={label.name} onDone={name => actions.rename(label.id, name)} onStop={actions.stopRename} />
              ) : (
                <span className={styles.names} data-tip={writtenName(label)}>
                  <TaxonName label={label} />
                  <Beside label={label} isTree={isTree} />
                  {!isTree && label.parentId && <small>{tree.get(label.parentId)?.name}</small>}
                </span>
              )}
            </>
          ) : (
            <Cell id={id} row={row} tree={tree} />
          )}
        </span>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <span role="gridcell" className={styles.end}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.tool}
          data-on={label.favourite || undefined}
          aria-pressed={label.favourite ?? false}
          aria-label={texts.isFavourite(writtenName(label))}
          data-tip={label.favourite ? texts.unfavour : texts.favour}
          onClick={() => actions.favour(label.id, !label.favourite)}
        >
          {label.favourite ? <FavouriteOnIcon aria-hidden /> : <FavouriteIcon aria-hidden />}
        </button>
        <button
          type="button"
          tabIndex={-1}
          className={styles.tool}
          aria-label={texts.actionsFor(writtenName(label))}
          data-tip={texts.actions}
          data-tip-keys={keyOf(rowCommands.menu)}
          onClick={event => actions.openMenu(label.id, event.currentTarget)}
        >
          <MoreIcon aria-hidden />
        </button>
      </span>
    </div>
  )
})

/** Text after the name: the scientific name if it differs. In the tree, which lacks these columns, author and accepted name follow. */
function Beside({ label, isTree }: { label: OutlineLabel; isTree: boolean }) {
  const { name, scientificName, scientificNameAuthorship, acceptedNameUsage } = label
  return (
    <>
      {scientificName !== undefined && scientificName !== name && (
        <small>
          <TaxonName label={{ ...label, name: scientificName }} />
        </small>
      )}
      {isTree && scientificNameAuthorship && <small className={styles.by}>{scientificNameAuthorship}</small>}
      {isTree && acceptedNameUsage && (
        <small className={styles.accepted}>
          {texts.accepted}
          <TaxonName label={{ name: acceptedNameUsage, scientificName: acceptedNameUsage, taxonRank: label.taxonRank }} />
        </small>
      )}
    </>
  )
}

/** Maximum indent, in levels. Deeper levels have the same indent, so that their names have space. */
const deepestIndent = 14

function Opener({ row: { label, level, open }, onToggle }: { row: CatalogRow; onToggle: RowActions['toggle'] }) {
  const indent = { '--depth': Math.min(level - 1, deepestIndent) } as CSSProperties
  if (open === null) return <span className={styles.opener} style={indent} />
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden // the row reports its state, and its arrow keys change it
      className={styles.opener}
      style={indent}
      data-open={open || undefined}
      onClick={() => onToggle(label.id, !open)}
    >
      <ChevronRightIcon aria-hidden />
    </button>
  )
}

function Cell({ id, row: { label }, tree }: { id: GridColumn['id']; row: CatalogRow; tree: CatalogTree }) {
  if (id === 'author') return label.scientificNameAuthorship ?? null
  if (id === 'rank') return label.taxonRank ?? null
  if (id === 'vernacular') return label.vernacularName ?? null
  if (id === 'aphia') return label.aphiaId ?? null
  if (id === 'key') return label.hotkey === undefined ? null : <kbd>{label.hotkey}</kbd>
  if (id === 'status')
    return label.acceptedNameUsage
      ? `${label.taxonomicStatus ?? texts.unaccepted} → ${label.acceptedNameUsage}`
      : (label.taxonomicStatus ?? null)
  const total = tree.totalOf(label.id)
  const own = label.annotationCount ?? 0
  return total === 0 ? null : <span data-tip={texts.counts(own, total)}>{formatNumber(total)}</span>
}

interface RenameFieldProps {
  name: string
  onDone: (name: string) => void
  onStop: () => void
}

function RenameField({ name, onDone, onStop }: RenameFieldProps) {
  const finished = useRef(false) // finishing with Enter also blurs the field
  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation()
    if (event.key === 'Enter') finish(event.currentTarget.value)
    else if (event.key === 'Escape') finish(name)
  }
  function finish(text: string) {
    if (finished.current) return
    finished.current = true
    const next = text.trim()
    if (next === '' || next === name) onStop()
    else onDone(next)
  }
  return (
    <input
      className={styles.rename}
      aria-label={texts.newName(name)}
      defaultValue={name}
      maxLength={200}
      // biome-ignore lint/a11y/noAutofocus: a person chose to rename the label
      autoFocus
      onFocus={event => event.currentTarget.select()}
      onKeyDown={keyDown}
      onBlur={event => finish(event.currentTarget.value)}
    />
  )
}
