import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { AdminMapLayer } from '../../../../shared/contracts/map-layers.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormSummary } from '../../../ui/form-summary.tsx'
import { ChevronDownIcon, ChevronUpIcon, DeleteIcon, EditIcon, EyeIcon, PlusIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from '../administration.module.css'
import { TableSkeleton } from '../table-skeleton.tsx'
import layerStyles from './map-layers.module.css'
import { mapLayers, orderLayers, removeLayer } from './queries.ts'
import { texts } from './texts.ts'

const LayerDialog = lazy(() => import('./layer-dialog.tsx').then(module => ({ default: module.LayerDialog })))
const TestDialog = lazy(() => import('./test-dialog.tsx').then(module => ({ default: module.TestDialog })))

type Opened = { kind: 'edit'; layer: AdminMapLayer | null } | { kind: 'test' | 'delete'; layer: AdminMapLayer }

/** Panel of the map layers from other servers, the topmost first. */
export function MapLayersPanel() {
  const list = useQuery(mapLayers())
  const [opened, setOpened] = useState<Opened | null>(null)
  const { mutate: order, isPending } = useMutation({
    ...orderLayers(),
    onError: error => showToast({ tone: 'danger', title: sentenceOf(error, texts.notOrdered) })
  })
  /** Announcement of the last move. The buttons keep the focus, so that a layer can be moved several times. */
  const [moved, setMoved] = useState('')
  const close = () => setOpened(null)

  function move(layer: AdminMapLayer, by: 1 | -1) {
    const ids = list.data?.map(({ id }) => id) ?? []
    const at = ids.indexOf(layer.id)
    const other = ids[at + by]
    if (other === undefined || isPending) return
    order(ids.with(at, other).with(at + by, layer.id), { onSuccess: () => setMoved(texts.moved(layer.name, at + by + 1, ids.length)) })
  }

  return (
    <div className={styles.panel}>
      <p>{texts.about}</p>
      <Button className={styles.more} icon={<PlusIcon aria-hidden />} onClick={() => setOpened({ kind: 'edit', layer: null })}>
        {texts.add}
      </Button>
      <Loaded query={list} failed={texts.failed} skeleton={<TableSkeleton />}>
        {layers =>
          layers.length > 0 ? (
            <Table label={texts.tab} rows={layers} rowKey={({ id }) => id} columns={columnsOf(layers, { open: setOpened, move })} />
          ) : (
            <EmptyState title={texts.none.title}>
              <p>{texts.none.about}</p>
            </EmptyState>
          )
        }
      </Loaded>
      <VisuallyHidden>
        <span role="status">{moved}</span>
      </VisuallyHidden>
      <Suspense fallback={null}>
        {opened?.kind === 'edit' && <LayerDialog layer={opened.layer} onClose={close} />}
        {opened?.kind === 'test' && <TestDialog layer={opened.layer} onClose={close} />}
      </Suspense>
      {opened?.kind === 'delete' && <Deletion layer={opened.layer} onClose={close} />}
    </div>
  )
}

interface RowActions {
  open: (opened: Opened) => void
  move: (layer: AdminMapLayer, by: 1 | -1) => void
}

const columnsOf = (layers: readonly AdminMapLayer[], { open, move }: RowActions): Column<AdminMapLayer>[] => [
  { id: 'name', header: texts.name, cell: ({ name }) => name },
  { id: 'kind', header: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
  { id: 'projection', header: texts.projection, cell: ({ projection }) => texts.projections[projection] },
  {
    id: 'state',
    header: texts.state,
    stackedLabel: true,
    cell: layer => <StateCell layer={layer} />
  },
  {
    id: 'actions',
    header: '',
    srHeader: texts.actions,
    cell: layer => {
      const { name } = layer
      return (
        <span className={styles.rowActions}>
          <IconButton size="small" label={texts.up(name)} aria-disabled={layer === layers[0] || undefined} onClick={() => move(layer, -1)}>
            <ChevronUpIcon />
          </IconButton>
          <IconButton
            size="small"
            label={texts.down(name)}
            aria-disabled={layer === layers.at(-1) || undefined}
            onClick={() => move(layer, 1)}
          >
            <ChevronDownIcon />
          </IconButton>
          <IconButton size="small" label={texts.test(name)} onClick={() => open({ kind: 'test', layer })}>
            <EyeIcon />
          </IconButton>
          <IconButton size="small" label={texts.edit(name)} onClick={() => open({ kind: 'edit', layer })}>
            <EditIcon />
          </IconButton>
          <IconButton size="small" label={texts.delete(name)} onClick={() => open({ kind: 'delete', layer })}>
            <DeleteIcon />
          </IconButton>
        </span>
      )
    }
  }
]

function StateCell({ layer: { kind, isOn, mayStore, state, fault } }: { layer: AdminMapLayer }) {
  const place = kind === 'pmtiles' ? texts.onServer : mayStore ? texts.kept : null
  return (
    <>
      {[isOn ? texts.on : texts.off, place].filter(Boolean).join(', ')}
      {fault && <p className={styles.failure}>{texts.notRead(fault)}</p>}
      {state === 'replaced' && <p className={layerStyles.notice}>{texts.replaced}</p>}
    </>
  )
}

function Deletion({ layer, onClose }: { layer: AdminMapLayer; onClose: () => void }) {
  const { mutateAsync: remove, error } = useMutation(removeLayer())
  const { deletion } = texts
  return (
    <ConfirmDialog
      title={deletion.title(layer.name)}
      confirm={deletion.confirm}
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={() => remove(layer.id)}
    >
      <FormSummary title={error ? sentenceOf(error, deletion.failed) : null} />
      <p>{deletion.about}</p>
    </ConfirmDialog>
  )
}
