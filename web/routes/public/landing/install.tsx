import { Link } from 'react-router-dom'
import { CopyButton } from '../../../ui/copy-button.tsx'
import styles from './install.module.css'
import { Section } from './section.tsx'

const ways = [
  {
    title: 'From a copy of the source, with Node',
    lines: ['npm start'],
    note: 'Installs, builds, creates the database, and listens on port 8080.'
  },
  {
    title: 'As one container',
    lines: ['docker build -t isobath .', 'docker run -p 8080:8080 -v isobath-data:/data isobath'],
    note: 'Runs as an ordinary user, with one volume to back up.'
  }
]

export function Install() {
  return (
    <Section
      id="install"
      title="On your own machine, in minutes"
      lede="One process, one data folder. It needs no cloud service, no external account and no network beyond your own: a ship’s will do."
    >
      <div className={styles.columns}>
        <div>
          {ways.map(({ title, lines, note }) => (
            <div key={title} className={styles.way}>
              <h3>{title}</h3>
              <div className={styles.command}>
                <pre>
                  <code>{lines.join('\n')}</code>
                </pre>
                <CopyButton text={lines.join('\n')} label={`Copy: ${title.toLowerCase()}`} />
              </div>
              <p>{note}</p>
            </div>
          ))}
          <p>The first account that signs up becomes the administrator.</p>
        </div>
        <div className={styles.licence}>
          <h3>Apache License 2.0</h3>
          <p>
            Use it, change it and share it, for teaching, research or business. There is no other edition. The running costs depend on your
            images: <Link to="/pricing">estimate yours</Link>.
          </p>
          <h3>Your data stay accessible</h3>
          <p>
            Originals stay unchanged in a folder, named by their checksum. Tables are in SQLite or PostgreSQL. The API is documented as
            OpenAPI. <Link to="/about">How decisions are made, and how to cite</Link>.
          </p>
        </div>
      </div>
    </Section>
  )
}
