import type { Profile } from '../../../shared/contracts/navigation.ts'
import type { Axis } from '../../charts/axis.ts'
import { Plot } from '../../charts/plot.tsx'
import { ticksBetween, timeTicks } from '../../charts/ticks-between.ts'
import { useWidth } from '../../charts/use-width.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import styles from './navigation.module.css'

interface TrackPlotProps {
  name: string
  profile: Profile
  gapSeconds: number
  /** Moves the images, not the track. */
  clockOffsetSeconds: number
}

const height = 320
const marksHeight = 12
/** Parts in which a profile is thinned: neighbours are at most two of them apart, but over a gap. */
const parts = 400

/** Depth of a track by time (latitude where it has none), with a mark for each image at the moment that the offset gives it. */
// Long: one figure with its parts, top to bottom.
export function TrackPlot({ name, profile, gapSeconds, clockOffsetSeconds }: TrackPlotProps) {
  const [frame, width] = useWidth<HTMLDivElement>(640)
  const [fromMs, toMs] = [Date.parse(profile.from), Math.max(Date.parse(profile.to), Date.parse(profile.from) + 1000)]
  const isOfDepth = profile.fixes.some(({ depthInMeters }) => depthInMeters !== null)
  const shownOf = (fix: Profile['fixes'][number]) => (isOfDepth ? fix.depthInMeters : fix.latitude)
  const images = profile.images
    .map(({ timeMs, depthInMeters }) => ({ timeMs: timeMs + clockOffsetSeconds * 1000, depthInMeters }))
    .filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
  const own = isOfDepth ? images.filter(image => image.depthInMeters !== null) : []
  const values = [...profile.fixes.map(shownOf), ...own.map(({ depthInMeters }) => depthInMeters)].filter(value => value !== null)
  const y = axisOf(values, isOfDepth)
  const wanted = Math.max(2, Math.floor(width / 130))
  const x: Axis = {
    label: `Time, UTC (${profile.from.slice(0, 10)})`,
    domain: [fromMs, toMs],
    ticks: timeTicks(fromMs, toMs, wanted),
    format: ms => new Date(ms).toISOString().slice(11, toMs - fromMs < wanted * 60_000 ? 19 : 16)
  }
  const farMs = Math.max(gapSeconds * 1000, (2.5 * (toMs - fromMs)) / parts)
  const what = isOfDepth ? 'Depth' : 'Latitude'
  return (
    <div ref={frame} className={styles.plot}>
      <Plot
        title={`${what} of ${name} by time, with the times of images`}
        description={`${what} from ${y.format(y.domain[0])} to ${y.format(y.domain[1])}. ${formatCount(images.length, 'image')} in this part of the track, ${formatCount(own.length, 'one', 'ones')} with a depth of their own.`}
        width={width}
        height={height}
        x={x}
        y={y}
        downwards={isOfDepth}
      >
        {(toX, toY) => {
          const bottom = height - 46
          return (
            <>
              <path
                className={styles.track}
                d={profile.fixes
                  .flatMap((fix, at) => {
                    const value = shownOf(fix)
                    if (value === null) return []
                    const before = profile.fixes[at - 1]
                    const begins = !before || shownOf(before) === null || fix.timeMs - before.timeMs > farMs
                    return [`${begins ? 'M' : 'L'}${toX(fix.timeMs).toFixed(1)} ${toY(value).toFixed(1)}`]
                  })
                  .join('')}
              />
              <path
                className={styles.marks}
                d={images.map(({ timeMs }) => `M${toX(timeMs).toFixed(1)} ${bottom}v${-marksHeight}`).join('')}
              />
              {own.slice(0, 1000).map(({ timeMs, depthInMeters }, at) => (
                <circle key={at} className={styles.own} cx={toX(timeMs)} cy={toY(depthInMeters ?? 0)} r={3.5} />
              ))}
            </>
          )
        }}
      </Plot>
      <ul className={styles.key}>
        <li>
          <span className={styles.keyTrack} aria-hidden="true" /> {what} of the track
        </li>
        <li>
          <span className={styles.keyMark} aria-hidden="true" /> an image
        </li>
        {own.length > 0 && (
          <li>
            <span className={styles.keyOwn} aria-hidden="true" /> an image with a depth of its own
          </li>
        )}
      </ul>
    </div>
  )
}

function axisOf(values: readonly number[], isOfDepth: boolean): Axis {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)]
  if (least > most) [least, most] = [0, 1]
  const room = Math.max((most - least) * 0.08, isOfDepth ? 0.5 : 1e-5)
  const domain = [least - room, most + room] as const
  const ticks = ticksBetween(...domain)
  const digits = Math.min(7, Math.max(0, -Math.floor(Math.log10((ticks[1] ?? 1) - (ticks[0] ?? 0)) + 1e-9)))
  return {
    label: isOfDepth ? 'Depth, m' : 'Latitude, °',
    domain,
    ticks,
    format: value => formatNumber(value, digits)
  }
}
