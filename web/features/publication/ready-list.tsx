import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { labelPath, mediaPath, projectPath } from '../../../shared/addresses.ts'
import type { Publication, PublicationCoverage } from '../../../shared/contracts/publication.ts'
import { exportPath } from '../../../shared/export-options.ts'
import type { Described } from '../../../shared/publication/described.ts'
import { publicationFaults, type RecordFault, recordFaults } from '../../../shared/publication/faults.ts'
import { LinkButton } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import type { Loading } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './publication.module.css'

interface ReadyListProps {
  projectId: string
  about: Described
  typed: Publication
  coverage: Loading<PublicationCoverage>
}

/** Faults that OBIS and GBIF would find, each with a way to where it is mended. */
export function ReadyList({ projectId, about, typed, coverage }: ReadyListProps) {
  const described = publicationFaults(about)
  const records = coverage.data ? recordFaults(typed, coverage.data) : []
  const count = described.length + records.length
  return (
    <aside className={styles.ready} aria-label="Ready to publish">
      <h2>Ready to publish</h2>
      <p className={styles.verdict} role="status">
        {coverage.data === undefined && count === 0 ? (
          <Skeleton width="60%" />
        ) : count === 0 ? (
          <>
            <CheckIcon aria-hidden className={styles.good} /> Nothing stands in the way.
          </>
        ) : (
          `${formatCount(count, 'thing')} to mend`
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
              {wordsOf(fault)}
            </Fault>
          ))}
        </ul>
      )}
      {coverage.error && coverage.data === undefined && (
        <p className={styles.quiet}>The check of images and names failed: load the page again.</p>
      )}
      <LinkButton to={exportPath(projectId, 'dwca', {})} size="small">
        Make a Darwin Core Archive
      </LinkButton>
      <p className={styles.quiet}>The export checks every record once more.</p>
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

function wordsOf({ kind, count, message }: RecordFault): string {
  if (kind === 'nothing') return message
  if (kind === 'models')
    return count === 1 ? 'A model is not described: OBIS asks for version and address' : `${formatNumber(count)} models ${message}`
  if (kind === 'taxa') return count === 1 ? 'One name is not matched with WoRMS' : `${formatNumber(count)} names ${message}`
  return `${formatCount(count, 'image')} ${count === 1 ? message.replace(/^have/, 'has').replace(' their ', ' its ') : message}`
}

function placeOf(projectId: string, { kind, mediaId }: RecordFault, coverage: PublicationCoverage | undefined): string {
  if (kind === 'coordinateUncertaintyInMeters' || kind === 'samplingProtocol' || kind === 'sampleSizeValue' || kind === 'models')
    return `#${kind}`
  if (kind === 'nothing') return projectPath(projectId, 'annotate')
  if (mediaId !== null) return mediaPath(projectId, mediaId)
  const first = coverage?.taxa.find(({ isMatched, scientificName }) => scientificName !== null && !isMatched)
  return first ? labelPath(projectId, first.taxonLabelId ?? first.labelId) : projectPath(projectId, 'catalog')
}
