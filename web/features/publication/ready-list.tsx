import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { labelPath, mediaPath, projectPath } from '../../../shared/addresses.ts'
import type { Publication, PublicationCoverage } from '../../../shared/contracts/publication.ts'
import { exportPath } from '../../../shared/export-options.ts'
import type { Described } from '../../../shared/publication/described.ts'
import { publicationFaults, type RecordFault, recordFaults } from '../../../shared/publication/faults.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import type { Loading } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './publication.module.css'
import { texts } from './texts.ts'

const { ready: words } = texts

interface ReadyListProps {
  projectId: string
  about: Described
  typed: Publication
  coverage: Loading<PublicationCoverage>
}

/** List of violations of OBIS and GBIF rules, each with a link to the place where it can be fixed. */
export function ReadyList({ projectId, about, typed, coverage }: ReadyListProps) {
  const described = publicationFaults(about)
  const records = coverage.data ? recordFaults(typed, coverage.data) : []
  const count = described.length + records.length
  return (
    <aside className={styles.ready} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={styles.verdict} role="status">
        {coverage.data === undefined && count === 0 ? (
          <Skeleton width="60%" />
        ) : count === 0 ? (
          <>
            <CheckIcon aria-hidden className={styles.good} /> {words.noProblems}
          </>
        ) : (
          words.problems(count)
        )}
      </p>
      {count > 0 && (
        <ul className={styles.faults}>
          {described.map(({ field, message }) => (
            <Fault key={`${field} ${message}`} to={`#${field}`}>
              {message}
            </Fault>
          ))}
          {records.map(fault => (
            <Fault key={fault.kind} to={placeOf(projectId, fault, coverage.data)}>
              {words.faults[fault.kind](fault.count)}
            </Fault>
          ))}
        </ul>
      )}
      {coverage.error && coverage.data === undefined && <p className={styles.quiet}>{words.failed}</p>}
      <LinkButton to={exportPath(projectId, 'dwca', {})} size="small">
        {words.createArchive}
      </LinkButton>
      <p className={styles.quiet}>{words.checksAgain}</p>
    </aside>
  )
}

function Fault({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <WarningIcon aria-hidden />
      <Link to={to}>{children}</Link>
    </li>
  )
}

function placeOf(projectId: string, { kind, mediaId }: RecordFault, coverage: PublicationCoverage | undefined): string {
  if (kind === 'coordinateUncertaintyInMeters' || kind === 'samplingProtocol' || kind === 'sampleSizeValue' || kind === 'models')
    return `#${kind}`
  if (kind === 'nothing') return projectPath(projectId, 'annotate')
  if (mediaId !== null) return mediaPath(projectId, mediaId)
  const first = coverage?.taxa.find(({ isMatched, scientificName }) => scientificName !== null && !isMatched)
  return first ? labelPath(projectId, first.taxonLabelId ?? first.labelId) : projectPath(projectId, 'catalog')
}
