import { useQuery } from '@tanstack/react-query'
import type { LabelVersion } from '../../../../shared/contracts/taxonomy.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { taxonNamed } from '../../../ui/taxon-named.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { labelHistory } from '../queries.ts'
import { labelTexts as texts } from '../texts.ts'
import { changedFields } from '../version-fields.ts'
import { deedWords } from '../words.ts'
import styles from './label-panel.module.css'

/** Versions of a label, newest first, each with its author, time and changes. */
export default function LabelHistory({ labelId, revision }: { labelId: string; revision: number }) {
  const history = useQuery(labelHistory(labelId, revision))
  return (
    <Loaded query={history} failed={texts.panel.historyFailed} skeleton={<SkeletonRows rows={3} />}>
      {({ versions }) => (
        <ol className={styles.versions}>
          {versions.map((version, index) => (
            <li key={version.revision}>
              <p>
                <b>{version.by}</b> {deedWords[version.kind]} <Timestamp time={version.at} />
              </p>
              <Changes version={version} before={versions[index + 1]} />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}

function Changes({ version, before }: { version: LabelVersion; before: LabelVersion | undefined }) {
  if (!before) return null
  return (
    <ul>
      {changedFields(before, version).map(({ field, name, from, to }) => (
        <li key={field}>
          {name}: <del>{written(field, from, before)}</del> <span aria-hidden>→</span> <ins>{written(field, to, version)}</ins>
        </li>
      ))}
    </ul>
  )
}

const ofTaxa = new Set(['scientificName', 'acceptedNameUsage'])

function written(field: string, value: string, version: LabelVersion) {
  if (value === '') return texts.panel.nothing
  if (field === 'name') return <TaxonName label={version} />
  return ofTaxa.has(field) ? <TaxonName label={taxonNamed(value, version.taxonRank)} /> : value
}
