import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { PlacementSettings, Track } from '../../../shared/contracts/navigation.ts'
import { usualGapSeconds } from '../../../shared/navigation/interpolate.ts'
import { Button } from '../../ui/button.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { ClockOffset } from './clock-offset.tsx'
import styles from './navigation.module.css'
import { PartPicker, usePart } from './part-picker.tsx'
import { PlacementForm } from './placement-form.tsx'
import { PreviewOfPlacement } from './preview-of-placement.tsx'
import { profileOf } from './queries.ts'
import { texts } from './texts.tsx'
import { TrackFacts } from './track-facts.tsx'
import { TrackPlot } from './track-plot.tsx'

const { place: words } = texts

/**
 * Returns the facts that images take from a track by default. The depth from an echo sounder is left out, because it is the depth of the sea
 * floor.
 */
function usualFacts({ report }: Track): PlacementSettings['facts'] {
  return (report?.facts ?? ['position']).filter(fact => fact !== 'depth' || report?.depthOf === 'platform')
}

interface PlaceImagesProps {
  track: Track
  mayEdit: boolean
  onClose: () => void
}

/** View of a track: its facts, its plot with the images, and the form that places them. */
export function PlaceImages({ track, mayEdit, onClose }: PlaceImagesProps) {
  const [settings, setSettings] = useState<PlacementSettings>({
    gapSeconds: usualGapSeconds,
    clockOffsetSeconds: 0,
    facts: usualFacts(track),
    overwrite: false
  })
  const part = usePart(track)
  const settled = useSettled(settings)
  const profile = useQuery(profileOf(track, { ...part.range, clockOffsetSeconds: settled.clockOffsetSeconds }))
  const offset = useDeferredValue(settings.clockOffsetSeconds)
  const change = (some: Partial<PlacementSettings>) => setSettings(before => ({ ...before, ...some }))
  return (
    <div className={styles.side}>
      <div>
        <Button size="small" variant="quiet" icon={<BackIcon aria-hidden />} onClick={onClose}>
          {words.all}
        </Button>
      </div>
      <Section title={track.name}>
        <TrackFacts track={track} />
      </Section>
      <Section title={words.plot} description={words.plotAbout}>
        <PartPicker part={part} track={track} />
        <Loaded query={profile} failed={words.failed} skeleton={<SkeletonRows rows={6} height="3rem" label={words.loading} />}>
          {data => <TrackPlot name={track.name} profile={data} gapSeconds={settings.gapSeconds} clockOffsetSeconds={offset} />}
        </Loaded>
        <ClockOffset seconds={settings.clockOffsetSeconds} onChange={clockOffsetSeconds => change({ clockOffsetSeconds })} />
      </Section>
      {mayEdit && (
        <Section title={words.title} description={words.about}>
          <PlacementForm track={track} settings={settings} cameras={profile.data?.cameras ?? []} onChange={change} />
          <PreviewOfPlacement track={track} settings={settled} isSettled={settled === settings} onPlaced={onClose} />
        </Section>
      )}
    </div>
  )
}
