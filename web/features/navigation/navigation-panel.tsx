import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AddTrackDialog } from './add-track-dialog.tsx'
import styles from './navigation.module.css'
import { PlaceImages } from './place-images.tsx'
import { PlacementList } from './placement-list.tsx'
import { tracksOf } from './queries.ts'
import { texts } from './texts.tsx'
import { TrackList } from './track-list.tsx'
import { useFollowedNavigation } from './use-followed-navigation.ts'

const { panel: words } = texts

interface NavigationPanelProps {
  projectId: string
  mayEdit: boolean
  /** Id of the open track; null to show the list. */
  trackId: string | null
  onOpen: (trackId: string | null) => void
}

/** Panel with the tracks of ships and vehicles, and the image placements made from these tracks. */
export default function NavigationPanel({ projectId, mayEdit, trackId, onOpen }: NavigationPanelProps) {
  const list = useQuery(tracksOf(projectId))
  const [isAdding, setAdding] = useState(false)
  useFollowedNavigation(projectId)
  const add = (
    <Button variant="primary" icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
      {words.addTrack}
    </Button>
  )
  return (
    <Loaded query={list} failed={words.failed} skeleton={<SkeletonRows rows={5} height="2.75rem" label={words.loading} />}>
      {({ tracks, fixCount, fixLimit }) => {
        const open = tracks.find(({ id }) => id === trackId)
        if (open) return <PlaceImages key={open.id} track={open} mayEdit={mayEdit} onClose={() => onOpen(null)} />
        return (
          <div className={styles.side}>
            {tracks.length === 0 ? (
              <EmptyState title={words.emptyTitle} ground={<LazyGround seed="navigation" />} actions={mayEdit && add}>
                <p>{words.emptyAbout}</p>
                {!mayEdit && <p>{words.readOnly}</p>}
              </EmptyState>
            ) : (
              <Section title={words.title} description={words.fixes(fixCount, fixLimit)} actions={mayEdit && add}>
                <TrackList projectId={projectId} tracks={tracks} mayEdit={mayEdit} onOpen={onOpen} />
              </Section>
            )}
            {trackId !== null && <p role="status">{words.gone}</p>}
            <PlacementList projectId={projectId} mayEdit={mayEdit} />
            {isAdding && <AddTrackDialog projectId={projectId} onClose={() => setAdding(false)} />}
          </div>
        )
      }}
    </Loaded>
  )
}
