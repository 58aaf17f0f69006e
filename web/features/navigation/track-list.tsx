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
import { texts } from './texts.tsx'

const { list: words, removeTrack: removeWords } = texts

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
        label={words.label}
        columns={columnsOf(mayEdit, onOpen, (deed, track) => setChanging({ deed, track }))}
        rows={tracks}
        rowKey={({ id }) => id}
      />
      {changing?.deed === 'edit' && <EditTrackDialog track={changing.track} onClose={close} />}
      {changing?.deed === 'remove' && <RemoveTrack projectId={projectId} track={changing.track} onClose={close} />}
    </>
  )
}

// Long: the columns of one table.
function columnsOf(
  mayEdit: boolean,
  onOpen: (trackId: string) => void,
  onChange: (deed: 'edit' | 'remove', track: Track) => void
): Column<Track>[] {
  const columns: Column<Track>[] = [
    {
      id: 'name',
      header: words.track,
      cell: ({ name, platform }) => (
        <span className={styles.words}>
          {name}
          {platform && <span className={styles.quiet}> {platform}</span>}
        </span>
      )
    },
    { id: 'source', header: words.source, cell: ({ source }) => texts.sources[source] },
    { id: 'span', header: words.time, cell: track => <Status track={track} /> },
    {
      id: 'fixes',
      header: words.fixes,
      cell: ({ state, fixCount }) => <span className={styles.count}>{state === 'ready' ? formatNumber(fixCount) : '–'}</span>,
      number: true,
      stackedLabel: true
    },
    {
      id: 'images',
      header: words.images,
      cell: ({ state, imageCount }) => <span className={styles.count}>{state === 'ready' ? formatNumber(imageCount) : '–'}</span>,
      number: true,
      stackedLabel: true
    },
    {
      id: 'actions',
      header: '',
      srHeader: words.actions,
      cell: track => (
        <span className={styles.rowActions}>
          {track.state === 'ready' && (
            <Button
              size="small"
              aria-label={mayEdit ? words.placeBy(track.name) : words.openTrack(track.name)}
              onClick={() => onOpen(track.id)}
            >
              {mayEdit ? words.place : words.open}
            </Button>
          )}
          {mayEdit && (
            <>
              <IconButton size="small" label={words.edit(track.name)} onClick={() => onChange('edit', track)}>
                <EditIcon />
              </IconButton>
              <IconButton size="small" label={words.delete(track.name)} onClick={() => onChange('remove', track)}>
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

function Status({ track }: { track: Track }) {
  if (track.state === 'failed')
    return (
      <span className={styles.failure}>
        <Badge tone="danger">{words.unreadable}</Badge> {track.failure}
      </span>
    )
  if (track.state === 'reading') {
    const share = track.job?.total ? Math.min(1, track.job.done / track.job.total) : undefined
    return <ProgressBar label={words.reading(track.fileName)} share={share} />
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
      showToast({ tone: 'danger', title: removeWords.notRestored(track.name), description: sentenceOf(failure, removeWords.refused) })
    }
  }
  return (
    <ConfirmDialog
      title={removeWords.title(track.name)}
      confirm={removeWords.confirm}
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await mutateAsync(track.id)
        showToast({
          tone: 'ok',
          title: removeWords.deleted(track.name),
          action: { label: removeWords.undo, onAction: () => void bringBack() }
        })
      }}
    >
      <FormSummary title={error ? sentenceOf(error, removeWords.failed) : null} />
      <p>{removeWords.about}</p>
    </ConfirmDialog>
  )
}
