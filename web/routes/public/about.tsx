import { Link } from 'react-router-dom'
import { copyrightYear } from '../../../shared/limits.ts'
import { readConfig } from '../../api/config.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { areas, namesOf } from '../areas/areas.ts'
import { bibtex } from './about/citation.ts'
import styles from './about.module.css'

export function Component() {
  const { version } = readConfig()
  const entry = bibtex(version, copyrightYear)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>About Isobath</h1>
        <p className={styles.lede}>
          An isobath is a line of equal depth. On a chart it turns thousands of separate soundings into a shape that one can steer by. This
          software tries to do the same for the pictures a marine team brings home.
        </p>
      </header>

      <section className={styles.section} aria-labelledby="purpose">
        <h2 id="purpose">Why it exists</h2>
        <div>
          <p>
            A survey’s pictures usually live in five places: on a disk, in an annotation tool, in a table of stations, in somebody’s
            notebook, and at last, years later and a little damaged, in a repository. Each passage costs time and loses something. Good
            tools exist for single steps. What was missing was one place that a small team can run by itself, that works without a network,
            and that speaks the field’s own standards from the first upload.
          </p>
          <p>
            Isobath wants to be that place. It is young: the way from the first upload to an archive for OBIS and GBIF is there;{' '}
            {namesOf(areas.filter(({ works }) => !works))} are still to come. The <Link to="/features">first page</Link> says what works
            today and what does not, and it is kept true.
          </p>
        </div>
      </section>

      <section className={styles.section} aria-labelledby="principles">
        <h2 id="principles">What it holds to</h2>
        <ul className={styles.principles}>
          <li>
            <strong>The original is sacred.</strong> Files are kept byte for byte, named by their checksum. Corrections of colour change the
            view, never the file.
          </li>
          <li>
            <strong>People decide.</strong> What a machine suggests looks different from what a person has confirmed, on the screen and in
            the exported table.
          </li>
          <li>
            <strong>Numbers carry their interval.</strong> A share without the count behind it is not shown.
          </li>
          <li>
            <strong>Leaving is easy.</strong> Open formats, an open interface, plain storage.
          </li>
          <li>
            <strong>Nobody is watched.</strong> No telemetry, no third parties, no cookies but the three that signing in needs.
          </li>
        </ul>
      </section>

      <section className={styles.section} aria-labelledby="decisions">
        <h2 id="decisions">How decisions are made</h2>
        <div>
          <p>
            In the open, and in writing. Each decision that would surprise a newcomer has an entry in the file <code>ARCHITECTURE.md</code>{' '}
            of the source: when, in which situation, what was decided, and what follows. Proposals are issues; changes are reviewed before
            they land; tests and measurements decide over opinions about speed. Whoever sends a change that is taken in is a contributor,
            whatever their title.
          </p>
          <p>
            The project sells nothing and has no paid edition to protect. It is not funded by anyone whose wishes would have to be declared
            here.
          </p>
        </div>
      </section>

      <section className={styles.section} aria-labelledby="cite">
        <h2 id="cite">How to cite</h2>
        <div>
          <p>
            If a result passed through Isobath, name the software and its version; this installation runs <strong>version {version}</strong>
            . Name models and label lists with their versions too, and cite the people who identified the animals.
          </p>
          <div className={styles.citation}>
            <pre>
              <code>{entry}</code>
            </pre>
            <CopyButton text={entry} label="Copy BibTeX" />
          </div>
        </div>
      </section>

      <section className={styles.section} aria-labelledby="contact">
        <h2 id="contact">Who to turn to</h2>
        <div>
          <p>
            For your account, your data, or anything on this server: its operator, the person or institute that runs this installation and
            probably the one who gave you its address. They alone can see it; the authors of the software cannot.
          </p>
          <p>
            For a fault or a wish concerning the software itself: open an issue where the source was obtained, with the version above and
            what the <Link to="/debug">debug page</Link> shows. Report a security hole to the operator first, so that they can protect the
            people here.
          </p>
        </div>
      </section>
    </div>
  )
}

export { loader } from './reading-face.ts'
