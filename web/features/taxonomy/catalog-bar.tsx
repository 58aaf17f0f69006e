import { Button, IconButton } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import {
  CheckIcon,
  CollapseIcon,
  DownloadIcon,
  ExpandIcon,
  FavouriteIcon,
  FavouriteOnIcon,
  FromRegisterIcon,
  HistoryIcon,
  MoreIcon,
  PlusIcon,
  TableIcon,
  TreeIcon,
  UploadIcon
} from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { SearchField } from '../../ui/text-field.tsx'
import styles from './catalog.module.css'
import type { CatalogDialog } from './catalog-dialog.ts'
import type { CatalogTree } from './catalog-tree.ts'
import { saveTaxonList } from './save-taxon-list.ts'
import type { Found } from './search.ts'
import { texts } from './texts.ts'
import type { CatalogAddress } from './use-catalog-address.ts'
import type { OpenLabels } from './use-open-labels.ts'

const { bar: words } = texts

interface CatalogBarProps {
  projectId: string
  tree: CatalogTree
  address: CatalogAddress
  onAddress: (change: Partial<CatalogAddress>) => void
  text: string
  onText: (text: string) => void
  found: Found | null
  open: OpenLabels
  mayEdit: boolean
  onOpenDialog: (dialog: CatalogDialog) => void
}

/** Bar of the catalog: title, search, layout, and buttons to add labels. */
// Long: all buttons of one bar.
export function CatalogBar({ projectId, tree, address, onAddress, text, onText, found, open, mayEdit, onOpenDialog }: CatalogBarProps) {
  return (
    <div className={styles.bar}>
      <h1 tabIndex={-1} className={styles.title}>
        {texts.title}
      </h1>
      <SearchField className={styles.search} label={words.search} value={text} onChange={event => onText(event.target.value)} />
      <IconButton
        label={words.favouritesOnly}
        aria-pressed={address.favouritesOnly}
        onClick={() => onAddress({ favouritesOnly: !address.favouritesOnly })}
      >
        {address.favouritesOnly ? <FavouriteOnIcon aria-hidden /> : <FavouriteIcon aria-hidden />}
      </IconButton>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div className={styles.layout} role="group" aria-label={words.layout}>
        <IconButton label={words.tree} aria-pressed={address.view === 'tree'} onClick={() => onAddress({ view: 'tree' })}>
          <TreeIcon aria-hidden />
        </IconButton>
        <IconButton label={words.table} aria-pressed={address.view === 'table'} onClick={() => onAddress({ view: 'table' })}>
          <TableIcon aria-hidden />
        </IconButton>
      </div>
      {address.view === 'tree' && !found && (
        <div className={styles.wideOnly}>
          <IconButton label={words.expandAll} onClick={open.openAll}>
            <ExpandIcon aria-hidden />
          </IconButton>
          <IconButton label={words.collapseAll} onClick={open.closeAll}>
            <CollapseIcon aria-hidden />
          </IconButton>
        </div>
      )}
      <p className={styles.count} role="status">
        {found ? foundWords(found, text) : formatCount(tree.labels.length, 'label')}
      </p>
      <div className={styles.actions}>
        {mayEdit && (
          <>
            <Button icon={<FromRegisterIcon aria-hidden />} data-tip={words.addFromWorms} onClick={() => onOpenDialog({ what: 'worms' })}>
              <span>
                <span className={styles.word}>{words.addFrom}</span>
                {words.worms}
              </span>
            </Button>
            <Button icon={<UploadIcon aria-hidden />} onClick={() => onOpenDialog({ what: 'import' })}>
              {words.import}
            </Button>
            <Button variant="primary" icon={<PlusIcon aria-hidden />} onClick={() => onOpenDialog({ what: 'add', parentId: null })}>
              {words.add}
            </Button>
          </>
        )}
        <MenuButton label={words.more} iconOnly items={moreOf(projectId, mayEdit, onOpenDialog)}>
          <MoreIcon aria-hidden />
        </MenuButton>
      </div>
    </div>
  )
}

function moreOf(projectId: string, mayEdit: boolean, onOpenDialog: CatalogBarProps['onOpenDialog']): MenuEntry[] {
  const check = { id: 'check', label: words.check, icon: <CheckIcon aria-hidden />, onAction: () => onOpenDialog({ what: 'check' }) }
  return [
    ...(mayEdit ? [check] : []),
    { id: 'imports', label: words.imports, icon: <UploadIcon aria-hidden />, onAction: () => onOpenDialog({ what: 'imports' }) },
    { id: 'versions', label: words.versions, icon: <HistoryIcon aria-hidden />, onAction: () => onOpenDialog({ what: 'versions' }) },
    {
      id: 'save',
      label: words.save,
      icon: <DownloadIcon aria-hidden />,
      onAction: () => void saveTaxonList(projectId),
      startsGroup: true
    }
  ]
}

function foundWords({ labels, nearly }: Found, text: string): string {
  if (labels.length === 0) return words.nothingFound
  return nearly ? words.nearlyFound(labels.length, text.trim()) : words.found(labels.length)
}
