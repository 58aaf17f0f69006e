import { useQuery } from '@tanstack/react-query'
import type { LastBackup, ServerState } from '../../../shared/contracts/administration.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber, formatTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Facts, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './administration.module.css'
import { serverState } from './queries.ts'
import { texts } from './texts.ts'

const { server: words } = texts

/** Panel with the last backup, the versions and the settings of the server. */
export function ServerPanel() {
  return (
    <Loaded
      query={useQuery(serverState())}
      failed={words.failed}
      skeleton={<SkeletonRows rows={8} height="1.5rem" label={texts.loading} />}
    >
      {state => (
        <div className={styles.parts}>
          <Section title={words.backup} className={styles.wide}>
            {state.backup ? <Backup backup={state.backup} /> : <NoBackup />}
          </Section>
          <Section title={words.versions}>
            <Facts facts={versionFacts(state)} />
          </Section>
          <Section title={words.state}>
            <Facts facts={stateFacts(state)} />
          </Section>
        </div>
      )}
    </Loaded>
  )
}

function Backup({ backup: { at, fileName, sizeBytes, fileCount, missingCount } }: { backup: LastBackup }) {
  return (
    <>
      <p className={styles.backup}>
        <strong>
          <Timestamp time={at} alone />
        </strong>
        <span>{formatTime(at)}</span>
        <span>
          <code>{fileName}</code>, {words.backupOf(fileCount, sizeBytes)}
        </span>
      </p>
      {missingCount > 0 && <Note>{words.incomplete(missingCount)}</Note>}
    </>
  )
}

const NoBackup = () => (
  <EmptyState title={words.noBackup.title} level={3}>
    <p>{words.noBackup.about}</p>
  </EmptyState>
)

const versionFacts = ({ versions: { isobath, node, database, sharp } }: ServerState) => [
  { name: words.isobath, value: isobath },
  { name: words.node, value: node },
  { name: database.name, value: database.version },
  { name: words.sharp, value: sharp }
]

const stateFacts = (state: ServerState) => [
  { name: words.started, value: <Timestamp time={state.startedAt} alone /> },
  { name: words.people, value: formatNumber(state.personCount) },
  { name: words.projects, value: formatNumber(state.projectCount) },
  { name: words.registration, value: words.registrations[state.registration] },
  { name: words.mail, value: state.sendsMail ? words.mailOn : words.mailOff },
  { name: words.outside, value: state.isOffline ? words.outsideOff : words.outsideOn }
]
