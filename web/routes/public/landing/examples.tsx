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
import { Section } from './section.tsx'

const quadrat = inventedQuadrat(3)
const hits = quadrat.points.filter(point => point.onCoral).length
const cover = wilsonInterval(hits, quadrat.points.length)

const copepods = 36
const liters = (240 * 5) / 1000
const perLiter = countInterval(copepods)

const seaPens = 18
const rovImages = 25
const squareMeters = rovImages * 3

/** Three kinds of survey, each worked through to its number, in order of depth. */
export function Examples() {
  return (
    <Section
      id="features"
      title="Three surveys, worked through"
      lede="From what lies in the folder after the dive to a number with its interval. The animals and counts are invented."
    >
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
            today="The quadrats of every year in one project; random, stratified or grid points drawn from a seed and walked by keyboard; the cover of each site with its interval."
            next="The transects on a map."
          >
            <p>
              A tape, a frame, a picture every metre. Fifty points per picture, one at random in each of fifty cells, so that no corner is
              forgotten. {hits} of the 50 fall on coral:
            </p>
            <p className={styles.result}>
              cover {percent(hits / 50)}{' '}
              <small>
                95 %: {percent(Math.round(cover.low * 100) / 100)} to {percent(Math.round(cover.high * 100) / 100)}
              </small>
            </p>
            <p>
              Counted cell by cell this drawing holds {percent(Math.round(quadrat.trueCover * 1000) / 1000)}. One picture says little;
              thirty pictures of a site, each with its own cover, say a lot.
            </p>
          </Example>
          <Example
            title="Plankton"
            where="0–200 m, sunlit zone"
            figure={<PlanktonFigure />}
            today="Thousands of small frames in one go; instrument data attached by file name; outlines with their sizes, and patches side by side that a person confirms."
            next="Sorting by likeness."
          >
            <p>
              An imager photographs 5 mL at a time. 240 frames make {liters.toLocaleString('en-GB')} litres; {copepods} copepods were
              outlined in them:
            </p>
            <p className={styles.result}>
              {copepods / liters} per litre{' '}
              <small>
                95 %: {(perLiter.low / liters).toFixed(0)} to {(perLiter.high / liters).toFixed(0)}
              </small>
            </p>
            <p>
              The interval is that of a count (Poisson). It holds if animals do not swarm; if they do, the spread between frames says so,
              and that is why frames are kept and not only their sum.
            </p>
          </Example>
          <Example
            title="ROV dive"
            where="620 m, twilight zone"
            figure={<LaserFigure />}
            today="Position, depth and altitude from the frame or from the dive’s track; lasers marked once, and lengths, areas and densities follow."
            next="The dive on a map and along its depth."
          >
            <p>
              Two lasers 20 cm apart lie 400 pixels from each other in a frame of 4,000 by 3,000. So the frame shows 2.00 m by 1.50 m, which
              is 3.00 m². {seaPens} sea pens on {rovImages} such frames, none overlapping:
            </p>
            <p className={styles.result}>
              {(seaPens / squareMeters).toFixed(2)} per m²{' '}
              <small>
                {seaPens} on {squareMeters} m²
              </small>
            </p>
            <p>
              One pixel of error in 400 is a quarter of a per cent in length and half a per cent in area. The camera’s tilt is worse; note
              it.
            </p>
          </Example>
        </ol>
      </div>
    </Section>
  )
}
