import { Link } from 'react-router-dom'
import { copyrightYear } from '../../../shared/limits.ts'
import { readConfig } from '../../api/config.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { namesOf, plannedAreas } from '../areas/areas.ts'
import { bibtex } from './about/citation.ts'
import styles from './about.module.css'

// Long: all sections of one page, in order.
export function Component() {
  const { version } = readConfig()
  const entry = bibtex(version, copyrightYear)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>About Isobath</h1>
        <p className={styles.lede}>
          An isobath is a line of equal depth. On a chart it turns thousands of separate soundings into a shape to steer by. This software
          tries to do the same for the images that a marine team brings home.
        </p>
      </header>

      <section className={styles.section} aria-labelledby="purpose">
        <h2 id="purpose">Why it exists</h2>
        <div>
          <p>
            The images of a survey usually end up in five places: a disk, an annotation tool, a spreadsheet of stations, a notebook and,
            years later, a repository. Every move between them costs time and loses information. Good tools exist for each step. Isobath
            covers all of them in one place that a small team can run by itself, that works without an internet connection, and that uses
            the field’s own standards from the first upload.
          </p>
          <p>
            Today it takes a survey from the first upload to an archive for OBIS and GBIF. {namesOf(plannedAreas)} are planned. The{' '}
            <Link to="/features#progress">landing page</Link> lists what works and what does not, and a test keeps that list true.
          </p>
        </div>
      </section>

      <section className={styles.section} aria-labelledby="principles">
        <h2 id="principles">Principles</h2>
        <ul className={styles.principles}>
          <li>
            <strong>Originals never change.</strong> Files are kept byte for byte, named by their checksum. Colour correction changes the
            view, not the file.
          </li>
          <li>
            <strong>People decide.</strong> A machine’s suggestion looks different from a person’s annotation, on the screen and in every
            export.
          </li>
          <li>
            <strong>Numbers show their effort.</strong> Every density and percentage comes with the counts and the area behind it.
          </li>
          <li>
            <strong>Leaving is easy.</strong> Open formats, a documented API, plain files and tables.
          </li>
          <li>
            <strong>No tracking.</strong> No telemetry, no third parties, and no cookies except the three that sign-in needs.
          </li>
        </ul>
      </section>

      <section className={styles.section} aria-labelledby="decisions">
        <h2 id="decisions">How decisions are made</h2>
        <div>
          <p>
            In the open and in writing. Every decision that would surprise a newcomer has an entry in <code>ARCHITECTURE.md</code> in the
            source, with its date, the situation, the decision and its consequences. Proposals are issues, and every change passes the full
            test suite before it lands. Measurements settle arguments about speed. Anyone whose change is accepted is a contributor.
          </p>
          <p>The project sells nothing and has no paid edition to protect. It has no sponsors with an interest to declare.</p>
        </div>
      </section>

      <section className={styles.section} aria-labelledby="cite">
        <h2 id="cite">How to cite</h2>
        <div>
          <p>
            If Isobath contributed to a result, please name the software and its version. This server runs{' '}
            <strong>version {version}</strong>. Name models and label lists with their versions too, and credit the people who made the
            identifications.
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
        <h2 id="contact">Contact</h2>
        <div>
          <p>
            For your account, your data or anything else on this server, ask its operator: the person or institute that runs it, and
            probably gave you its address. The authors of the software have no access to it.
          </p>
          <p>
            To report a bug or request a feature, open an issue where you obtained the source. Include the version above and the contents of
            the <Link to="/debug">debug page</Link>. Please report a vulnerability in private, as <code>SECURITY.md</code> in the source
            describes, and tell the operator of this server.
          </p>
        </div>
      </section>
    </div>
  )
}

export { loader } from './reading-face.ts'
