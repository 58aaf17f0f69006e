import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { CatalogChange, CatalogComparison, CatalogVersion } from '../../../../shared/contracts/catalog-versions.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { LineTable } from '../line-table.tsx'
import { reviewPath, Touched } from '../touched.tsx'
import { comparison } from './queries.ts'
import { texts } from './texts.ts'
import styles from './versions.module.css'

const { compare: words } = texts

interface CompareProps {
  projectId: string
  /** Versions to choose from, at least one, newest first. */
  versions: CatalogVersion[]
  /** Version to compare from; null for the newest. */
  first: string | null
}

/** Differences between two versions, or between a version and the current catalog. */
export function Compare({ projectId, versions, first }: CompareProps) {
  const [from, setFrom] = useState(versions.find(({ id }) => id === first)?.id ?? versions[0]?.id ?? '')
  const [to, setTo] = useState<string | null>(null)
  const result = useQuery(comparison(projectId, from, to))
  const options = versions.map(({ id, name }) => ({ value: id, label: name }))

  return (
    <Section title={words.title}>
      <div className={styles.sides}>
        <Select
          label={words.from}
          value={from}
          onChange={event => setFrom(event.target.value)}
          options={options.filter(({ value }) => value !== to)}
        />
        <Select
          label={words.to}
          value={to ?? ''}
          onChange={event => setTo(event.target.value || null)}
          options={[{ value: '', label: words.current }, ...options.filter(({ value }) => value !== from)]}
        />
      </div>
      <Loaded query={result} failed={words.failed} skeleton={<SkeletonRows rows={3} />}>
        {found => (
          <>
            <p aria-live="polite">{words.summary(found)}</p>
            {found.changes.length > 0 && (
              <LineTable
                label={words.table}
                columns={[
                  { name: words.label, width: 'minmax(8rem, 1fr)', fillsLine: true },
                  { name: words.change, width: 'minmax(10rem, 2fr)' },
                  { name: words.annotations, width: '11rem' }
                ]}
                rows={found.changes}
                cells={change => [
                  <TaxonName key="name" label={{ name: change.newName ?? change.name ?? '', ...change.taxon }} />,
                  words.changes(change),
                  <TouchedBy key="touched" projectId={projectId} change={change} />
                ]}
              />
            )}
            {found.changes.length < countOf(found) && <p className={styles.hint}>{words.first(found.changes.length)}</p>}
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Returns a lower bound for the number of differing labels. A label may be renamed, moved and changed, so these three counts can overlap. */
const countOf = ({ addedCount, removedCount, renamedCount, movedCount, changedCount }: CatalogComparison) =>
  addedCount + removedCount + Math.max(renamedCount, movedCount, changedCount)

/** Number of annotations that a change affected, linked to Review. */
function TouchedBy({ projectId, change }: { projectId: string; change: CatalogChange }) {
  const { labelId, annotationCount, imageCount, mergedInto } = change
  if (annotationCount === 0) return <span className={styles.untouched}>{words.none}</span>
  const now = mergedInto?.id ?? labelId
  return (
    <span className={styles.touched}>
      {annotationCount === null ? (
        <span className={styles.untouched}>{words.notKnown}</span>
      ) : (
        <Touched projectId={projectId} labelId={now} annotationCount={annotationCount} imageCount={imageCount ?? undefined} />
      )}
      {mergedInto && (
        <small>
          {annotationCount === null ? (
            <Link to={reviewPath(projectId, now)}>{words.thoseOf(mergedInto.name)}</Link>
          ) : (
            words.amongThoseOf(mergedInto.name)
          )}
        </small>
      )}
    </span>
  )
}
