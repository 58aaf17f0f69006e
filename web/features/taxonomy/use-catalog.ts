import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { writtenName } from '../../../shared/taxonomy/written-name.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { copyText } from '../../ui/copy-text.ts'
import { showToast } from '../../ui/toast.tsx'
import type { CatalogDialog } from './catalog-dialog.ts'
import type { CatalogTree } from './catalog-tree.ts'
import { changeLabel, favourLabel } from './edits.ts'
import type { RowActions } from './grid/row-actions.ts'
import { tableRows, treeRows } from './grid/rows.ts'
import { catalogImport } from './import/queries.ts'
import type { LabelDeed } from './label-menu.tsx'
import { catalogSearch } from './search.ts'
import { texts } from './texts.ts'
import { useCatalogAddress } from './use-catalog-address.ts'
import { useOpenLabels } from './use-open-labels.ts'

const { deeds: words } = texts

export interface CatalogProps {
  projectId: string
  tree: CatalogTree
  mayEdit: boolean
  onOpenDialog: (dialog: CatalogDialog) => void
  /** Error of the last refresh, if it failed. */
  failure: Error | null
}

type Choosing = { what: 'move' | 'merge' | 'promote' | 'remove'; labelId: string } | { what: 'mergeInto'; labelId: string; into: string }

export type CatalogState = ReturnType<typeof useCatalog>

/** Returns the state and actions that the parts of the catalog screen share. */
// Long: shared state and the actions that change it.
export function useCatalog({ projectId, tree, mayEdit, onOpenDialog }: Omit<CatalogProps, 'failure'>) {
  const client = useQueryClient()
  const [address, setAddress] = useCatalogAddress()
  const { view, labelId, sort, descending, favouritesOnly, importId } = address
  const [typed, setTyped] = useState(address.search)
  const text = useDeferredValue(typed)
  const search = useMemo(() => catalogSearch(tree.labels), [tree])
  const shownImport = useQuery(catalogImport(importId)).data
  const found = useMemo(() => {
    const isNamed = text.trim() !== ''
    if (!isNamed && !favouritesOnly && !shownImport) return null
    const imported = shownImport && new Set(shownImport.labelIds)
    const { labels, nearly } = isNamed ? search(text) : { labels: tree.labels, nearly: false }
    return { labels: labels.filter(label => (!favouritesOnly || isFavourite(label)) && (!imported || imported.has(label.id))), nearly }
  }, [tree, search, text, favouritesOnly, shownImport])
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

  // The search is written to the URL shortly after the last keystroke.
  useEffect(() => {
    if (typed === address.search) return
    const wait = setTimeout(() => setAddress({ search: typed.trim() }), 400)
    return () => clearTimeout(wait)
  }, [typed, address.search, setAddress])
  const reveal = useEffectEvent(() => {
    if (labelId !== null) open.reveal(labelId)
  })
  const way =
    labelId === null
      ? ''
      : tree
          .pathOf(labelId)
          .map(({ id }) => id)
          .join(' ')
  useLayoutEffect(() => reveal(), [labelId, way]) // not when other labels change, so that closed labels stay closed

  async function attempt(work: Promise<unknown>, failed: string) {
    try {
      await work
    } catch (error) {
      showToast({ tone: 'danger', title: failed, description: sentenceOf(error, words.refused) })
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
          title: words.moved(writtenName(label)),
          description: parentId === null ? words.toTop : words.under(tree.get(parentId)?.name),
          action: {
            label: words.undo,
            onAction: () => void attempt(changeLabel(client, id, { parentId: before }), words.notMovedBack)
          }
        })
      ),
      words.notMoved(writtenName(label))
    )
  }

  function deed(id: string, what: LabelDeed) {
    const label = tree.get(id)
    if (!label) return
    if (what === 'rename') setRenaming(id)
    else if (what === 'addUnder') onOpenDialog({ what: 'add', parentId: id })
    else if (what === 'favour') void attempt(favourLabel(client, projectId, id, !label.favourite), words.favourFailed)
    else if (what === 'copyLink') void copyText(linkTo(id)).then(() => showToast({ title: words.linkCopied }))
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
    favour: (id, favourite) => void attempt(favourLabel(client, projectId, id, favourite), words.favourFailed),
    startRename: setRenaming,
    rename: (id, name) => {
      setRenaming(null)
      void attempt(changeLabel(client, id, { name }), words.notRenamed)
    },
    stopRename: () => setRenaming(null),
    remove: id => setChoosing({ what: 'remove', labelId: id }),
    move
  }
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [stable] = useState(() => forwarded(latest))
  const menuLabel = menu && tree.get(menu.labelId)
  const shown = labelId !== null && tree.get(labelId) ? labelId : null

  return {
    ...{ actions: stable, address, setAddress, choosing, setChoosing, deed, editing, setEditing, found, menuLabel, menuTarget, move },
    ...{ closeMenu: () => setMenu(null), open, renaming, rows, search, shown, shownImport, text, typed, setTyped }
  }
}

const isFavourite = ({ favourite }: OutlineLabel) => favourite === true

function linkTo(labelId: string): string {
  const link = new URL(location.href)
  link.search = new URLSearchParams({ label: labelId }).toString()
  return link.href
}

/** Returns functions with a stable identity, so that rows do not rerender. */
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
