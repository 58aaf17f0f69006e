import type { Profile } from '../../../shared/contracts/navigation.ts'
import type { Axis } from '../../charts/axis.ts'
import { Plot } from '../../charts/plot.tsx'
import { ticksBetween, timeTicks } from '../../charts/ticks-between.ts'
import { useWidth } from '../../charts/use-width.ts'
import { formatNumber } from '../../ui/format.ts'
import styles from './navigation.module.css'
import { texts } from './texts.tsx'

const { plot: words } = texts

interface TrackPlotProps {
  name: string
  profile: Profile
  gapSeconds: number
  /** Seconds added to the times of the images, not of the track. */
  clockOffsetSeconds: number
}

const height = 320
const marksHeight = 12
/** Number of time intervals in a thinned profile. Adjacent fixes are at most two intervals apart, except across a gap. */
const parts = 400

/** Plot of a track's depth or latitude over time, with a mark for each image at its shifted time. */
// Long: the parts of one figure from top to bottom.
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
    label: words.time(profile.from.slice(0, 10)),
    domain: [fromMs, toMs],
    ticks: timeTicks(fromMs, toMs, wanted),
    format: ms => new Date(ms).toISOString().slice(11, toMs - fromMs < wanted * 60_000 ? 19 : 16)
  }
  const farMs = Math.max(gapSeconds * 1000, (2.5 * (toMs - fromMs)) / parts)
  const range = (isOfDepth ? words.depthRange : words.latitudeRange)(y.format(y.domain[0]), y.format(y.domain[1]))
  return (
    <div ref={frame} className={styles.plot}>
      <Plot
        title={(isOfDepth ? words.depthTitle : words.latitudeTitle)(name)}
        description={`${range} ${words.images(images.length, own.length)}`}
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
          <span className={styles.keyTrack} aria-hidden="true" /> {isOfDepth ? words.trackDepth : words.trackLatitude}
        </li>
        <li>
          <span className={styles.keyMark} aria-hidden="true" /> {words.image}
        </li>
        {own.length > 0 && (
          <li>
            <span className={styles.keyOwn} aria-hidden="true" /> {words.imageWithDepth}
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
    label: isOfDepth ? words.depth : words.latitude,
    domain,
    ticks,
    format: value => formatNumber(value, digits)
  }
}
