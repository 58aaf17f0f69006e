import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { CatalogChange, CatalogComparison, CatalogVersion } from '../../../../shared/contracts/catalog-versions.ts'
import { formatCount, formatNumber } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { LineTable } from '../line-table.tsx'
import { reviewPath, Touched } from '../touched.tsx'
import { comparison } from './queries.ts'
import styles from './versions.module.css'

interface CompareProps {
  projectId: string
  /** At least one version, newest first. */
  versions: CatalogVersion[]
  /** The first version to compare; null for the newest. */
  first: string | null
}

/** Differences between two versions, or between one and the current catalog. */
export function Compare({ projectId, versions, first }: CompareProps) {
  const [from, setFrom] = useState(versions.find(({ id }) => id === first)?.id ?? versions[0]?.id ?? '')
  const [to, setTo] = useState<string | null>(null)
  const result = useQuery(comparison(projectId, from, to))
  const options = versions.map(({ id, name }) => ({ value: id, label: name }))

  return (
    <Section title="Changes">
      <div className={styles.sides}>
        <Select
          label="Between version"
          value={from}
          onChange={event => setFrom(event.target.value)}
          options={options.filter(({ value }) => value !== to)}
        />
        <Select
          label="and"
          value={to ?? ''}
          onChange={event => setTo(event.target.value || null)}
          options={[{ value: '', label: 'the current catalog' }, ...options.filter(({ value }) => value !== from)]}
        />
      </div>
      <Loaded query={result} failed="The versions could not be compared" skeleton={<SkeletonRows rows={3} />}>
        {found => (
          <>
            <p aria-live="polite">{summaryOf(found)}</p>
            {found.changes.length > 0 && (
              <LineTable
                label="Labels that differ"
                columns={[
                  { name: 'Label', width: 'minmax(8rem, 1fr)', fillsLine: true },
                  { name: 'Change', width: 'minmax(10rem, 2fr)' },
                  { name: 'Annotations', width: '11rem' }
                ]}
                rows={found.changes}
                cells={change => [
                  <TaxonName key="name" label={{ name: change.newName ?? change.name ?? '', ...change.taxon }} />,
                  wordsOf(change),
                  <TouchedBy key="touched" projectId={projectId} change={change} />
                ]}
              />
            )}
            {found.changes.length < countOf(found) && (
              <p className={styles.hint}>The first {formatNumber(found.changes.length, 0)} are listed.</p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Least possible number of changed labels. One label may be renamed, moved and changed, so the three counts may overlap. */
const countOf = ({ addedCount, removedCount, renamedCount, movedCount, changedCount }: CatalogComparison) =>
  addedCount + removedCount + Math.max(renamedCount, movedCount, changedCount)

function summaryOf(found: CatalogComparison): string {
  const counts = [
    [found.addedCount, 'added'],
    [found.removedCount, 'removed'],
    [found.renamedCount, 'renamed'],
    [found.movedCount, 'moved'],
    [found.changedCount, 'changed in other ways']
  ] as const
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count, 0)} ${word}`)
  if (parts.length === 0) return 'The two are identical.'
  const touched =
    found.annotationCount === 0
      ? 'No annotation has one of these labels.'
      : `${formatCount(found.annotationCount, 'annotation has', 'annotations have')} one of these labels.`
  const merged = found.mergedAnnotationCount
  const renamed = merged === 0 ? '' : ` ${formatCount(merged, 'annotation')} received another label when theirs was merged.`
  return `${parts.join(', ')}. ${touched}${renamed}`
}

function wordsOf({ kinds, name, parentName, newParentName, fields, mergedInto }: CatalogChange): string {
  const place = (parent: string | null) => parent ?? 'the top'
  const words = {
    added: newParentName === null ? 'added at the top' : `added under ${newParentName}`,
    removed: mergedInto ? `merged into ${mergedInto.name}` : parentName === null ? 'removed' : `removed from ${parentName}`,
    renamed: `renamed from ${name}`,
    moved: `moved from ${place(parentName)} to ${place(newParentName)}`,
    changed: `changed: ${fields.join(', ')}`
  }
  return kinds.map(kind => words[kind]).join('; ')
}

/** The annotations that the change affected, with a link. */
function TouchedBy({ projectId, change }: { projectId: string; change: CatalogChange }) {
  const { labelId, annotationCount, imageCount, mergedInto } = change
  if (annotationCount === 0) return <span className={styles.untouched}>none</span>
  const now = mergedInto?.id ?? labelId
  return (
    <span className={styles.touched}>
      {annotationCount === null ? (
        <span className={styles.untouched}>not known</span>
      ) : (
        <Touched projectId={projectId} labelId={now} annotationCount={annotationCount} imageCount={imageCount ?? undefined} />
      )}
      {mergedInto && (
        <small>
          {annotationCount === null ? (
            <Link to={reviewPath(projectId, now)}>Those of {mergedInto.name}</Link>
          ) : (
            `now among those of ${mergedInto.name}`
          )}
        </small>
      )}
    </span>
  )
}
