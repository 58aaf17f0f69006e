import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { PlacementSettings, Track } from '../../../shared/contracts/navigation.ts'
import { usualGapSeconds } from '../../../shared/navigation/interpolate.ts'
import { Button } from '../../ui/button.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ClockOffset } from './clock-offset.tsx'
import styles from './navigation.module.css'
import { PartPicker, usePart } from './part-picker.tsx'
import { PlacementForm } from './placement-form.tsx'
import { PreviewOfPlacement } from './preview-of-placement.tsx'
import { profileOf } from './queries.ts'
import { TrackFacts } from './track-facts.tsx'
import { TrackPlot } from './track-plot.tsx'
import { useSettled } from './use-settled.ts'

/** Depth that an echo sounder measured is that of the floor, not of a camera above it. */
function usualFacts({ report }: Track): PlacementSettings['facts'] {
  return (report?.facts ?? ['position']).filter(fact => fact !== 'depth' || report?.depthOf === 'platform')
}

interface PlaceImagesProps {
  track: Track
  mayEdit: boolean
  onClose: () => void
}

/** One track: how it was read, its plot with the images on it, and placing them. */
export function PlaceImages({ track, mayEdit, onClose }: PlaceImagesProps) {
  const [settings, setSettings] = useState<PlacementSettings>({
    gapSeconds: usualGapSeconds,
    clockOffsetSeconds: 0,
    facts: usualFacts(track),
    overwrite: false
  })
  const part = usePart(track)
  const settled = useSettled(settings)
  const profile = useQuery(profileOf(track, { ...part.asked, clockOffsetSeconds: settled.clockOffsetSeconds }))
  const offset = useDeferredValue(settings.clockOffsetSeconds)
  const change = (some: Partial<PlacementSettings>) => setSettings(before => ({ ...before, ...some }))
  return (
    <div className={styles.side}>
      <div>
        <Button size="small" variant="quiet" icon={<BackIcon aria-hidden />} onClick={onClose}>
          All tracks
        </Button>
      </div>
      <Section title={track.name}>
        <TrackFacts track={track} />
      </Section>
      <Section
        title="Track and images by time"
        description="The marks are images. Move them with the clock offset until they stand where the camera worked."
      >
        <PartPicker part={part} track={track} />
        <Loaded
          query={profile}
          failed="The track could not be loaded"
          skeleton={<SkeletonRows rows={6} height="3rem" label="Loading the plot" />}
        >
          {data => <TrackPlot name={track.name} profile={data} gapSeconds={settings.gapSeconds} clockOffsetSeconds={offset} />}
        </Loaded>
        <ClockOffset seconds={settings.clockOffsetSeconds} onChange={clockOffsetSeconds => change({ clockOffsetSeconds })} />
      </Section>
      {mayEdit && (
        <Section title="Place images" description="Nothing is written before you have seen what would change.">
          <PlacementForm track={track} settings={settings} cameras={profile.data?.cameras ?? []} onChange={change} />
          <PreviewOfPlacement track={track} settings={settled} isSettled={settled === settings} onPlaced={onClose} />
        </Section>
      )}
    </div>
  )
}
