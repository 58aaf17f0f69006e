import type { NameCheck, WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { Button } from '../../../ui/button.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { taxonNamed } from '../../../ui/taxon-named.ts'
import { Touched } from '../touched.tsx'
import styles from './findings.module.css'
import { type UsedName, usedNames } from './name-edit.ts'
import { texts } from './texts.tsx'

const { findings: words } = texts

interface FindingProps {
  projectId: string
  check: NameCheck
  failure: string | null
  busy: boolean
  onUse: (taxon: WormsTaxon) => void
  onKeep: (taxon: WormsTaxon) => void
  onLeave: () => void
}

/** List item for a name that differs from WoRMS, with the data from both sides and the possible actions. */
export function Finding({ projectId, check, failure, busy, onUse, onKeep, onLeave }: FindingProps) {
  const { labelId, name, scientificName, annotationCount, imageCount, kind, candidates } = check
  const offers = usedNames(kind === 'identify' ? candidates.slice(0, 1) : candidates)
  const rank = candidates[0]?.taxonRank ?? null
  return (
    <li className={styles.finding} aria-label={name} data-label={labelId}>
      <div className={styles.message}>
        <p>
          <b>{name === scientificName ? <TaxonName label={taxonNamed(name, rank)} /> : name}</b>
          {scientificName !== null && scientificName !== name && (
            <>
              {' '}
              <TaxonName label={taxonNamed(scientificName, rank)} />
            </>
          )}
          {annotationCount > 0 && (
            <small>
              <Touched projectId={projectId} labelId={labelId} annotationCount={annotationCount} imageCount={imageCount} />
            </small>
          )}
        </p>
        {offers.map(({ taxon, used }) => (
          <p key={used.aphiaId} className={styles.offer}>
            <TaxonName label={taxonNamed(used.name, taxon.taxonRank)} /> {used.authorship}
            <small>{aboutOf(check, taxon, used)}</small>
          </p>
        ))}
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
      </div>
      <div className={styles.deeds}>
        {offers.map(({ taxon, used }) => (
          <Button key={used.aphiaId} size="small" busy={busy} onClick={() => onUse(taxon)}>
            {kind === 'identify' ? words.addId(used.aphiaId) : kind === 'ambiguous' ? words.useId(used.aphiaId) : words.useName(used.name)}
          </Button>
        ))}
        {kind === 'unaccepted' && candidates[0] && <KeepName taxon={candidates[0]} busy={busy} onKeep={onKeep} />}
        <Button size="small" variant="quiet" onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </li>
  )
}

/** Button that keeps the unaccepted name `taxon`. */
function KeepName({ taxon, busy, onKeep }: { taxon: WormsTaxon; busy: boolean; onKeep: (taxon: WormsTaxon) => void }) {
  return (
    <Button size="small" busy={busy} onClick={() => onKeep(taxon)}>
      {words.keep(taxon.aphiaId)}
    </Button>
  )
}

function aboutOf({ kind }: NameCheck, taxon: WormsTaxon, { aphiaId }: UsedName): string {
  const place = taxon.higherTaxa.slice(0, 3).join(' › ')
  const parts = [taxon.taxonRank, kind === 'ambiguous' && place, texts.aphiaId(aphiaId)]
  return parts.filter(Boolean).join(' · ')
}
