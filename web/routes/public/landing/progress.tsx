import styles from './progress.module.css'
import { Section } from './section.tsx'

const surveyed = [
  ['Accounts', 'Sign-in by e-mail and password, sessions that can be ended one by one, personal tokens for scripts and notebooks.'],
  ['Projects and members', 'One project for one survey or study; owner, editor and viewer; a deleted project can be restored for 30 days.'],
  ['Images', 'JPEG, PNG, TIFF and WebP up to 200 megapixels. Uploads go on after a lost link; a file that is already there is recognised.'],
  ['Metadata', 'Time, position and camera are read from the file; depth, altitude and more come from a CSV table, matched by file name.'],
  ['Gallery and zoom', 'Previews and tiles are made in the background, so that a mosaic opens as quickly as a snapshot.'],
  ['Keeping it safe', 'An audit log that shows tampering, a backup in one file while the lab goes on working, SQLite or PostgreSQL.']
] as const

const unsurveyed = [
  ['Annotate', 'Points, boxes, outlines and random points for percent cover; review by a second pair of eyes.'],
  ['Species catalog', 'Names from WoRMS, synonyms, open nomenclature, morphospecies that can be promoted later.'],
  ['Exchange', 'Darwin Core archives for OBIS and GBIF; COCO, VIAME, BIIGLE, CoralNet and iFDO in and out.'],
  ['AI analysis', 'Models that suggest and people who decide; every suggestion in its own colour until then.'],
  ['Map and journal', 'Stations, tracks and field notes beside the pictures they belong to.'],
  ['Opportunities and community', 'Calls, free berths, and somebody to ask what this animal is.']
] as const

/** What works and what does not yet, drawn as a chart's legend: full line surveyed, broken line not. */
export function Progress() {
  return (
    <Section
      id="progress"
      title="Surveyed, and not yet surveyed"
      lede="A chart that hides its gaps is dangerous. Here is what you can rely on today, and what has its place in the building but no floor yet."
    >
      <div className={styles.columns}>
        <Column title="Works today" kind="surveyed" entries={surveyed} />
        <Column title="Comes next" kind="unsurveyed" entries={unsurveyed} />
      </div>
    </Section>
  )
}

function Column({ title, kind, entries }: { title: string; kind: string; entries: readonly (readonly [string, string])[] }) {
  return (
    <div className={styles.column} data-kind={kind}>
      <h3>{title}</h3>
      <dl>
        {entries.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
