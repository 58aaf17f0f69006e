import { wilsonInterval } from '../../../../shared/statistics/wilson.ts'
import { countInterval } from '../../../charts/models/poisson.ts'
import { percent } from '../../../charts/number-words.ts'
import { DepthRail } from './depth-rail.tsx'
import { Example } from './example.tsx'
import styles from './examples.module.css'
import { LaserFigure } from './laser-figure.tsx'
import { PlanktonFigure } from './plankton-figure.tsx'
import { inventedQuadrat } from './quadrat.ts'
import { QuadratFigure } from './quadrat-figure.tsx'

const quadrat = inventedQuadrat(3)
const hits = quadrat.points.filter(point => point.onCoral).length
const cover = wilsonInterval(hits, quadrat.points.length)

const copepods = 36
const liters = (240 * 5) / 1000
const perLiter = countInterval(copepods)

const seaPens = 18
const rovImages = 25
const squareMeters = rovImages * 3

/** Three kinds of survey in order of depth, each worked out to its result. */
// Long: one section with its examples.
export function WorkedExamples() {
  return (
    <div className={styles.examples}>
      <div className={styles.rule}>
        <DepthRail
          title="Depths of the examples: reef transect 12 m, plankton 0 to 200 m, ROV dive 620 m, sample frame 4,850 m"
          height={620}
          soundings={[
            { from: 12, label: 'Reef transect' },
            { from: 0, to: 200, label: 'Plankton' },
            { from: 620, label: 'ROV dive' },
            { from: 4850, label: 'The sample' }
          ]}
        />
      </div>
      <ol>
        <Example
          title="Reef transect"
          where="12 m, sunlit zone"
          figure={<QuadratFigure quadrat={quadrat} />}
          today="All quadrats in one project. Random, stratified or grid points, labelled by keyboard. Percent cover of each site with its interval."
          next="Transects on a map."
        >
          <p>
            A tape, a frame, one photograph per metre, and 50 points per photograph, one at random in each cell. {hits} of the 50 fall on
            coral:
          </p>
          <p className={styles.result}>
            cover {percent(hits / 50)}{' '}
            <small>
              95 %: {percent(Math.round(cover.low * 100) / 100)} to {percent(Math.round(cover.high * 100) / 100)}
            </small>
          </p>
          <p>
            The drawing’s true cover is {percent(Math.round(quadrat.trueCover * 1000) / 1000)}. One photograph proves little; thirty of a
            site prove a lot.
          </p>
        </Example>
        <Example
          title="Plankton"
          where="0–200 m, sunlit zone"
          figure={<PlanktonFigure />}
          today="Thousands of small images in one upload; instrument data by file name; outlines with sizes; crops side by side for review."
          next="Sorting by similarity."
        >
          <p>
            An imager photographs 5 mL at a time. 240 frames make {liters.toLocaleString('en-GB')} litres, with {copepods} copepods:
          </p>
          <p className={styles.result}>
            {copepods / liters} per litre{' '}
            <small>
              95 %: {(perLiter.low / liters).toFixed(0)} to {(perLiter.high / liters).toFixed(0)}
            </small>
          </p>
          <p>
            The interval is that of a Poisson count. It assumes that copepods do not swarm. The counts of single frames show whether they
            do.
          </p>
        </Example>
        <Example
          title="ROV dive"
          where="620 m, twilight zone"
          figure={<LaserFigure />}
          today="Position, depth and altitude from the image or the dive’s track; lengths, areas and densities from two laser points; the track on the map."
          next="Annotation of the dive’s video."
        >
          <p>
            Two lasers 20 cm apart are 400 pixels apart in a frame of 4,000 by 3,000. So the frame shows 3.00 m². {seaPens} sea pens on{' '}
            {rovImages} such frames:
          </p>
          <p className={styles.result}>
            {(seaPens / squareMeters).toFixed(2)} per m²{' '}
            <small>
              {seaPens} on {squareMeters} m²
            </small>
          </p>
          <p>An error of one pixel in 400 changes the area by half a per cent. The tilt of the camera matters more.</p>
        </Example>
      </ol>
    </div>
  )
}
