import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { writtenName } from '../../../shared/taxonomy/written-name.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { AnchoredMenu } from '../../ui/anchored-menu.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { NamesIn } from '../../ui/names-in.ts'
import { showToast } from '../../ui/toast.tsx'
import styles from './catalog.module.css'
import { CatalogBar } from './catalog-bar.tsx'
import { CatalogGrid, type RowActions } from './catalog-grid.tsx'
import type { Asking } from './catalog-screen.tsx'
import { NothingFound } from './catalog-states.tsx'
import type { CatalogTree } from './catalog-tree.ts'
import { type LabelDeed, labelMenu } from './label-menu.tsx'
import { LabelPanel } from './label-panel.tsx'
import { changeLabel, favourLabel } from './queries.ts'
import { tableRows, treeRows } from './rows.ts'
import { catalogSearch } from './search.ts'
import { annotationsPath } from './touched.tsx'
import { useCatalogAddress } from './use-catalog-address.ts'
import { useOpenLabels } from './use-open-labels.ts'

const LabelPicker = lazy(() => import('./label-picker.tsx'))
const MergeDialog = lazy(() => import('./merge-dialog.tsx'))
const PromoteDialog = lazy(() => import('./promote-dialog.tsx'))
const RemoveDialog = lazy(() => import('./remove-dialog.tsx'))

interface CatalogProps {
  projectId: string
  tree: CatalogTree
  mayEdit: boolean
  onAsk: (asking: Asking) => void
  /** Why what is shown could not be renewed. */
  failure: Error | null
}

type Choosing = { what: 'move' | 'merge' | 'promote' | 'remove'; labelId: string } | { what: 'mergeInto'; labelId: string; into: string }

/** Tree or table, and beside it the label that is chosen. */
export function Catalog({ projectId, tree, mayEdit, onAsk, failure }: CatalogProps) {
  const client = useQueryClient()
  const [address, setAddress] = useCatalogAddress()
  const { view, labelId, sort, descending, favouritesOnly } = address
  const [typed, setTyped] = useState(address.search)
  const text = useDeferredValue(typed)
  const search = useMemo(() => catalogSearch(tree.labels), [tree])
  const found = useMemo(() => {
    if (text.trim() === '') return favouritesOnly ? { labels: tree.labels.filter(isFavourite), nearly: false } : null
    const named = search(text)
    return favouritesOnly ? { ...named, labels: named.labels.filter(isFavourite) } : named
  }, [tree, search, text, favouritesOnly])
  const open = useOpenLabels(projectId, tree)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const [menu, setMenu] = useState<{ labelId: string } | null>(null)
  const menuTarget = useRef<Element | null>(null)
  const rows = useMemo(
    () => (view === 'tree' ? treeRows(tree, open.isOpen, found?.labels ?? null) : tableRows(tree, found?.labels ?? null, sort, descending)),
    [view, tree, open.isOpen, found, sort, descending]
  )

  // What was searched is in the address a moment after the last key.
  useEffect(() => {
    if (typed === address.search) return
    const wait = setTimeout(() => setAddress({ search: typed.trim() }), 400)
    return () => clearTimeout(wait)
  }, [typed, address.search, setAddress])
  const { reveal } = open
  const way =
    labelId === null
      ? ''
      : tree
          .pathOf(labelId)
          .map(({ id }) => id)
          .join(' ')
  useLayoutEffect(() => {
    if (labelId !== null) reveal(labelId)
  }, [labelId, way]) // not when other labels change: what was closed stays closed

  async function attempt(work: Promise<unknown>, failed: string) {
    try {
      await work
    } catch (error) {
      showToast({ tone: 'danger', title: failed, description: sentenceOf(error, 'The server did not take it.') })
    }
  }

  function move(id: string, parentId: string | null) {
    const label = tree.get(id)
    if (!label) return
    const before = label.parentId
    if (parentId !== null) open.toggle(parentId, true)
    void attempt(
      changeLabel(client, id, { parentId }).then(() =>
        showToast({
          title: `${writtenName(label)} moved`,
          description: parentId === null ? 'To the top of the catalog.' : `Under ${tree.get(parentId)?.name ?? 'its new place'}.`,
          action: {
            label: 'Undo',
            onAction: () => void attempt(changeLabel(client, id, { parentId: before }), 'It could not be moved back')
          }
        })
      ),
      `${writtenName(label)} was not moved`
    )
  }

  function deed(id: string, what: LabelDeed) {
    const label = tree.get(id)
    if (!label) return
    if (what === 'rename') setRenaming(id)
    else if (what === 'addUnder') onAsk({ what: 'add', parentId: id })
    else if (what === 'favour') void attempt(favourLabel(client, projectId, id, !label.favourite), 'The favourite was not kept')
    else if (what === 'copyLink') void copyText(linkTo(id)).then(() => showToast({ title: 'Link copied' }))
    else if (what === 'edit') {
      setAddress({ labelId: id })
      setEditing(id)
    } else setChoosing({ what, labelId: id })
  }

  const actions: RowActions = {
    select: id => {
      setAddress({ labelId: id })
      if (id !== labelId) setEditing(null)
    },
    toggle: open.toggle,
    openMenu: (id, target) => {
      menuTarget.current = target
      setMenu({ labelId: id })
    },
    enter: id => {
      if (mayEdit) setEditing(id)
      else document.getElementById('label-heading')?.focus()
    },
    favour: (id, favourite) => void attempt(favourLabel(client, projectId, id, favourite), 'The favourite was not kept'),
    startRename: setRenaming,
    rename: (id, name) => {
      setRenaming(null)
      void attempt(changeLabel(client, id, { name }), 'The label was not renamed')
    },
    stopRename: () => setRenaming(null),
    remove: id => setChoosing({ what: 'remove', labelId: id }),
    move
  }
  const latest = useRef(actions)
  latest.current = actions
  const stable = useMemo(() => forwarded(latest), [])
  const menuLabel = menu && tree.get(menu.labelId)
  const promoting = choosing?.what === 'promote' ? tree.get(choosing.labelId) : undefined
  const shown = labelId !== null && tree.get(labelId) ? labelId : null

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
        onAsk={onAsk}
      />
      <div className={styles.list}>
        {failure && <ErrorPanel title="The catalog could not be renewed" detail={failure.message} safe="What you see was loaded before." />}
        {rows.length === 0 ? (
          <NothingFound
            text={text.trim()}
            favouritesOnly={favouritesOnly}
            onClear={() => setTyped('')}
            onAll={() => setAddress({ favouritesOnly: false })}
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
            actions={stable}
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
          label={`Actions for ${writtenName(menuLabel)}`}
          target={menuTarget}
          isOpen
          onClose={() => setMenu(null)}
          items={labelMenu(menuLabel, { mayEdit, annotations: annotationsPath(projectId, menuLabel, tree) }, what =>
            deed(menuLabel.id, what)
          )}
        />
      )}
      <Suspense fallback={null}>
        {(choosing?.what === 'move' || choosing?.what === 'merge') && (
          <LabelPicker
            title={
              <NamesIn
                text={`${choosing.what === 'move' ? 'Move' : 'Merge'} ${nameOf(choosing.labelId)} ${choosing.what === 'move' ? 'to' : 'into'}`}
                labels={[tree.get(choosing.labelId)]}
              />
            }
            tree={tree}
            search={search}
            offers={({ id }) =>
              !tree.isWithin(id, choosing.labelId) && (choosing.what === 'merge' || id !== tree.get(choosing.labelId)?.parentId)
            }
            top={choosing.what === 'move' && tree.get(choosing.labelId)?.parentId ? 'The top of the catalog' : undefined}
            onChoose={target => {
              if (choosing.what === 'move') {
                setChoosing(null)
                move(choosing.labelId, target)
              } else if (target !== null) setChoosing({ what: 'mergeInto', labelId: choosing.labelId, into: target })
            }}
            onClose={() => setChoosing(null)}
          />
        )}
        {choosing?.what === 'mergeInto' && (
          <MergeDialog
            projectId={projectId}
            tree={tree}
            labelId={choosing.labelId}
            into={choosing.into}
            onMerged={() => setAddress({ labelId: choosing.into })}
            onClose={() => setChoosing(null)}
          />
        )}
        {choosing?.what === 'promote' && promoting && (
          <PromoteDialog
            projectId={projectId}
            label={promoting}
            onMerge={() => setChoosing({ what: 'merge', labelId: promoting.id })}
            onClose={() => setChoosing(null)}
          />
        )}
        {choosing?.what === 'remove' && (
          <RemoveDialog
            projectId={projectId}
            tree={tree}
            labelId={choosing.labelId}
            onMerge={() => setChoosing({ what: 'merge', labelId: choosing.labelId })}
            onClose={() => setChoosing(null)}
          />
        )}
      </Suspense>
    </div>
  )

  function nameOf(id: string): string {
    const label = tree.get(id)
    return label ? writtenName(label) : 'the label'
  }
}

const isFavourite = ({ favourite }: OutlineLabel) => favourite === true

function linkTo(labelId: string): string {
  const link = new URL(location.href)
  link.search = new URLSearchParams({ label: labelId }).toString()
  return link.href
}

/** The same functions at every render, so that rows stay as they are. */
function forwarded(latest: { current: RowActions }): RowActions {
  return {
    select: id => latest.current.select(id),
    toggle: (id, open) => latest.current.toggle(id, open),
    openMenu: (id, target) => latest.current.openMenu(id, target),
    enter: id => latest.current.enter(id),
    favour: (id, favourite) => latest.current.favour(id, favourite),
    startRename: id => latest.current.startRename(id),
    rename: (id, name) => latest.current.rename(id, name),
    stopRename: () => latest.current.stopRename(),
    remove: id => latest.current.remove(id),
    move: (id, parentId) => latest.current.move(id, parentId)
  }
}
