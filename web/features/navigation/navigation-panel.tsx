import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AddTrackDialog } from './add-track-dialog.tsx'
import styles from './navigation.module.css'
import { PlaceImages } from './place-images.tsx'
import { PlacementList } from './placement-list.tsx'
import { tracksOf } from './queries.ts'
import { TrackList } from './track-list.tsx'
import { useFollowedNavigation } from './use-followed-navigation.ts'

interface NavigationPanelProps {
  projectId: string
  mayEdit: boolean
  /** The track that is open. */
  trackId: string | null
  onOpen: (trackId: string | null) => void
}

/** Tracks of ships and vehicles, and the images that take their place from them. */
export default function NavigationPanel({ projectId, mayEdit, trackId, onOpen }: NavigationPanelProps) {
  const list = useQuery(tracksOf(projectId))
  const [isAdding, setAdding] = useState(false)
  useFollowedNavigation(projectId)
  const add = (
    <Button variant="primary" icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
      Add track
    </Button>
  )
  return (
    <Loaded
      query={list}
      failed="The tracks could not be loaded"
      skeleton={<SkeletonRows rows={5} height="2.75rem" label="Loading tracks" />}
    >
      {({ tracks, fixCount, fixLimit }) => {
        const open = tracks.find(({ id }) => id === trackId)
        if (open) return <PlaceImages key={open.id} track={open} mayEdit={mayEdit} onClose={() => onOpen(null)} />
        return (
          <div className={styles.side}>
            {tracks.length === 0 ? (
              <EmptyState title="No tracks yet" ground={<LazyGround seed="navigation" />} actions={mayEdit && add}>
                <p>
                  A track is the navigation of a ship, a vehicle or a camera: where it was, and when. Images whose time is known get their
                  position, depth, height and heading from it, without a table that names files.
                </p>
                {!mayEdit && <p>Owners and editors of the project add them.</p>}
              </EmptyState>
            ) : (
              <Section
                title="Tracks"
                description={`${formatNumber(fixCount)} of ${formatNumber(fixLimit)} fixes that a project may have.`}
                actions={mayEdit && add}
              >
                <TrackList projectId={projectId} tracks={tracks} mayEdit={mayEdit} onOpen={onOpen} />
              </Section>
            )}
            {trackId !== null && <p role="status">The track of this address is not there any more.</p>}
            <PlacementList projectId={projectId} mayEdit={mayEdit} />
            {isAdding && <AddTrackDialog projectId={projectId} onClose={() => setAdding(false)} />}
          </div>
        )
      }}
    </Loaded>
  )
}
