import { type CSSProperties, useEffect, useRef } from 'react'
import type { RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import type { TakenTaxon, TakeReport, WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { formatCount } from '../../../ui/format.ts'
import { NamesIn } from '../../../ui/names-in.ts'
import { Note } from '../../../ui/note.tsx'
import { Facts } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { taxonNamed } from '../../../ui/taxon-named.ts'
import { languageName } from '../words.ts'
import styles from './worms.module.css'

/** Effects of adding a taxon: the outcome for it and each taxon above it, and the added names. */
export function Preview({ chosen, report }: { chosen: WormsTaxon; report: TakeReport }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const taxon = report.taxa.at(-1)
  const outcomes = new Map(report.rows.map(row => [row.row, row]))
  if (!taxon) return null
  const isOther = taxon.aphiaId !== chosen.aphiaId
  const names = [
    { name: 'Synonyms', value: someOf(taxon.synonyms), labels: taxon.synonyms.map(each => taxonNamed(each, taxon.taxonRank)) },
    {
      name: 'Common names',
      value: someOf(taxon.vernacularNames.map(({ name, language }) => withLanguage(name, language))),
      labels: []
    }
  ]
    .filter(({ value }) => value !== '')
    .map(({ name, value, labels }) => ({ name, value: <NamesIn text={value} labels={labels} /> }))

  return (
    <>
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.title}>
          <TaxonName label={taxonNamed(taxon.scientificName, taxon.taxonRank)} /> <small>{taxon.scientificNameAuthorship}</small>
        </h3>
        {isOther && (
          <p className={styles.quiet}>
            WoRMS uses this name for <TaxonName label={taxonNamed(chosen.scientificName, chosen.taxonRank)} />, which comes along as a
            synonym.
          </p>
        )}
      </div>
      {report.ambiguousCount > 0 && (
        <Note>
          <p>The catalog already has one of these names elsewhere. Choose below whether it is the same label.</p>
        </Note>
      )}
      <Table label="Added taxa" columns={columnsOf(report.taxa, outcomes)} rows={report.taxa} rowKey={({ row }) => String(row)} />
      {names.length > 0 && <Facts className={styles.names} facts={names} />}
    </>
  )
}

function columnsOf(taxa: readonly TakenTaxon[], outcomes: ReadonlyMap<number, RowOutcome>): Column<TakenTaxon>[] {
  const levels = levelsOf(taxa)
  return [
    {
      id: 'taxon',
      header: 'Taxon',
      cell: taxon => (
        <span
          className={styles.step}
          data-taken={taxon === taxa.at(-1) || undefined}
          style={{ '--depth': levels.get(taxon.aphiaId) ?? 0 } as CSSProperties}
        >
          <TaxonName label={taxonNamed(taxon.scientificName, taxon.taxonRank)} />
        </span>
      )
    },
    { id: 'rank', header: 'Rank', cell: taxon => taxon.taxonRank },
    {
      id: 'outcome',
      header: 'In the catalog',
      cell: ({ row, parentAphiaId }) => {
        const outcome = outcomes.get(row)
        const parent = taxa.find(({ aphiaId }) => aphiaId === parentAphiaId)
        return (
          <span className={styles.outcome} data-outcome={outcome?.outcome ?? 'there'}>
            {wordsOf(outcome, parent && outcomes.get(parent.row))}
          </span>
        )
      }
    }
  ]
}

function levelsOf(taxa: readonly TakenTaxon[]): Map<number, number> {
  const levels = new Map<number, number>()
  for (const { aphiaId, parentAphiaId } of taxa) levels.set(aphiaId, parentAphiaId === null ? 0 : (levels.get(parentAphiaId) ?? 0) + 1)
  return levels
}

function wordsOf(row: RowOutcome | undefined, above: RowOutcome | undefined): string {
  if (!row) return 'already in the catalog'
  const { outcome, parentName, message } = row
  if (outcome === 'new') return parentName === null ? 'new, at the top' : `new, under ${parentName}`
  if (outcome === 'changed') return `completed${message === null ? '' : `: ${message}`}`
  if (above?.outcome === 'ambiguous' || above?.outcome === 'refused') return 'left out, because the taxon above it is'
  return `left out: ${message ?? 'the name is ambiguous'}`
}

const mostNames = 12

function someOf(names: readonly string[]): string {
  const rest = names.length - mostNames
  return names.slice(0, mostNames).join(', ') + (rest > 0 ? ` and ${formatCount(rest, 'more', 'more')}` : '')
}

function withLanguage(name: string, code: string): string {
  const language = languageName(code)
  return language === '' ? name : `${name} (${language})`
}
