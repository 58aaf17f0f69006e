import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Track } from '../../../shared/contracts/navigation.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { formatNumber } from '../../ui/format.ts'
import { DeleteIcon, EditIcon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EditTrackDialog } from './edit-track-dialog.tsx'
import styles from './navigation.module.css'
import { refreshNavigation, removeTrack, restoreTrack } from './queries.ts'
import { spanOf } from './span.ts'
import { sourceWords } from './words.ts'

interface TrackListProps {
  projectId: string
  tracks: Track[]
  mayEdit: boolean
  onOpen: (trackId: string) => void
}

export function TrackList({ projectId, tracks, mayEdit, onOpen }: TrackListProps) {
  const [changing, setChanging] = useState<{ deed: 'edit' | 'remove'; track: Track } | null>(null)
  const close = () => setChanging(null)
  return (
    <>
      <Table
        label="Tracks"
        columns={columnsOf(mayEdit, onOpen, (deed, track) => setChanging({ deed, track }))}
        rows={tracks}
        rowKey={({ id }) => id}
      />
      {changing?.deed === 'edit' && <EditTrackDialog track={changing.track} onClose={close} />}
      {changing?.deed === 'remove' && <RemoveTrack projectId={projectId} track={changing.track} onClose={close} />}
    </>
  )
}

function columnsOf(
  mayEdit: boolean,
  onOpen: (trackId: string) => void,
  onChange: (deed: 'edit' | 'remove', track: Track) => void
): Column<Track>[] {
  const columns: Column<Track>[] = [
    {
      id: 'name',
      header: 'Track',
      cell: ({ name, platform }) => (
        <span className={styles.words}>
          {name}
          {platform && <span className={styles.quiet}> {platform}</span>}
        </span>
      )
    },
    { id: 'source', header: 'Source', cell: ({ source }) => sourceWords[source] },
    { id: 'span', header: 'Time, UTC', cell: track => <Standing track={track} /> },
    {
      id: 'fixes',
      header: 'Fixes',
      cell: ({ state, fixCount }) => <span className={styles.count}>{state === 'ready' ? formatNumber(fixCount) : '–'}</span>,
      number: true,
      stackedLabel: true
    },
    {
      id: 'images',
      header: 'Images in its time',
      cell: ({ state, imageCount }) => <span className={styles.count}>{state === 'ready' ? formatNumber(imageCount) : '–'}</span>,
      number: true,
      stackedLabel: true
    },
    {
      id: 'actions',
      header: '',
      srHeader: 'Actions',
      cell: track => (
        <span className={styles.rowActions}>
          {track.state === 'ready' && (
            <Button size="small" aria-label={`${mayEdit ? 'Place images by' : 'Open'} ${track.name}`} onClick={() => onOpen(track.id)}>
              {mayEdit ? 'Place images' : 'Open'}
            </Button>
          )}
          {mayEdit && (
            <>
              <IconButton size="small" label={`Edit ${track.name}`} onClick={() => onChange('edit', track)}>
                <EditIcon />
              </IconButton>
              <IconButton size="small" label={`Delete ${track.name}`} onClick={() => onChange('remove', track)}>
                <DeleteIcon />
              </IconButton>
            </>
          )}
        </span>
      )
    }
  ]
  return columns
}

function Standing({ track }: { track: Track }) {
  if (track.state === 'failed')
    return (
      <span className={styles.failure}>
        <Badge tone="danger">Not read</Badge> {track.failure}
      </span>
    )
  if (track.state === 'reading') {
    const share = track.job?.total ? Math.min(1, track.job.done / track.job.total) : undefined
    return <ProgressBar label={`Reading ${track.fileName}`} share={share} />
  }
  return <span className={styles.span}>{spanOf(track)}</span>
}

function RemoveTrack({ projectId, track, onClose }: { projectId: string; track: Track; onClose: () => void }) {
  const client = useQueryClient()
  const { mutateAsync, error } = useMutation(removeTrack(projectId))
  async function bringBack() {
    try {
      await restoreTrack(track.id)
      await refreshNavigation(client, projectId)
    } catch (failure) {
      showToast({ tone: 'danger', title: `${track.name} was not brought back`, description: sentenceOf(failure, 'The server refused.') })
    }
  }
  return (
    <ConfirmDialog
      title={`Delete ${track.name}?`}
      confirm="Delete track"
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await mutateAsync(track.id)
        showToast({ tone: 'ok', title: `${track.name} deleted`, action: { label: 'Undo', onAction: () => void bringBack() } })
      }}
    >
      <FormSummary title={error ? sentenceOf(error, 'The track was not deleted') : null} />
      <p>Images keep what they took from it. It can be brought back for 30 days.</p>
    </ConfirmDialog>
  )
}
