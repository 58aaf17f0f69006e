import { writtenName } from '../../../shared/taxonomy/written-name.ts'
import { Chip } from '../../ui/badge.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { AnchoredMenu } from '../../ui/popup-parts.ts'
import styles from './catalog.module.css'
import { CatalogBar } from './catalog-bar.tsx'
import { CatalogDialogs } from './catalog-dialogs.tsx'
import { NothingFound } from './catalog-states.tsx'
import { CatalogGrid } from './grid/catalog-grid.tsx'
import { LabelPanel } from './label/label-panel.tsx'
import { labelMenu } from './label-menu.tsx'
import { texts } from './texts.ts'
import { annotationsPath } from './touched.tsx'
import { type CatalogProps, useCatalog } from './use-catalog.ts'

const { states: words } = texts

/** The tree or table of labels, with the selected label beside it. */
// Long: one region of the page, top to bottom.
export function Catalog({ projectId, tree, mayEdit, onOpenDialog, failure }: CatalogProps) {
  const state = useCatalog({ projectId, tree, mayEdit, onOpenDialog })
  const { actions, address, setAddress, closeMenu, deed, editing, setEditing, found, menuLabel, menuTarget, open } = state
  const { renaming, rows, shown, shownImport, text, typed, setTyped } = state
  const { view, sort, descending, favouritesOnly } = address

  return (
    <div className={styles.catalog} data-open={shown !== null || undefined}>
      <CatalogBar
        projectId={projectId}
        tree={tree}
        address={address}
        onAddress={setAddress}
        text={typed}
        onText={setTyped}
        found={found}
        open={open}
        mayEdit={mayEdit}
        onOpenDialog={onOpenDialog}
      />
      <div className={styles.list}>
        {failure && <ErrorPanel title={words.refreshFailed} detail={failure.message} safe={words.safe} />}
        {shownImport && (
          <div className={styles.only}>
            <Chip removeLabel={words.all} onRemove={() => setAddress({ importId: null })}>
              {words.importedFrom(shownImport.sourceName)}
            </Chip>
          </div>
        )}
        {rows.length === 0 ? (
          <NothingFound
            text={text.trim()}
            favouritesOnly={favouritesOnly}
            isOfImport={shownImport !== undefined}
            onClear={() => setTyped('')}
            onAll={() => setAddress({ favouritesOnly: false, importId: null })}
          />
        ) : (
          <CatalogGrid
            key={view}
            tree={tree}
            rows={rows}
            view={view}
            selected={shown}
            renaming={renaming}
            mayEdit={mayEdit}
            actions={actions}
            sort={{ by: sort, descending }}
            onSort={by => setAddress({ sort: by, descending: by === sort && !descending })}
          />
        )}
      </div>
      {shown !== null && (
        <LabelPanel
          key={shown}
          labelId={shown}
          tree={tree}
          mayEdit={mayEdit}
          isEditing={editing === shown}
          onEdit={isEditing => setEditing(isEditing ? shown : null)}
          onDeed={deed}
          onSelect={id => setAddress({ labelId: id })}
          onClose={() => setAddress({ labelId: null })}
        />
      )}
      {menuLabel && (
        <AnchoredMenu
          label={texts.deeds.actions(writtenName(menuLabel))}
          target={menuTarget}
          isOpen
          onClose={closeMenu}
          items={labelMenu(menuLabel, { mayEdit, annotations: annotationsPath(projectId, menuLabel, tree) }, what =>
            deed(menuLabel.id, what)
          )}
        />
      )}
      <CatalogDialogs projectId={projectId} tree={tree} state={state} />
    </div>
  )
}
