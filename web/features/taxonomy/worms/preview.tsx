import { type CSSProperties, useEffect, useRef } from 'react'
import type { RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import type { TakenTaxon, TakeReport, WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { NamesIn } from '../../../ui/names-in.ts'
import { Note } from '../../../ui/note.tsx'
import { Facts } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { taxonNamed } from '../../../ui/taxon-named.ts'
import { languageName } from '../words.ts'
import { texts } from './texts.tsx'
import styles from './worms.module.css'

const { preview: words } = texts

/** Preview of adding a taxon: the outcome for it and for each taxon above it, and the names to add. */
export function Preview({ chosen, report }: { chosen: WormsTaxon; report: TakeReport }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const taxon = report.taxa.at(-1)
  const outcomes = new Map(report.rows.map(row => [row.row, row]))
  if (!taxon) return null
  const isOther = taxon.aphiaId !== chosen.aphiaId
  const names = [
    { name: words.synonyms, value: someOf(taxon.synonyms), labels: taxon.synonyms.map(each => taxonNamed(each, taxon.taxonRank)) },
    {
      name: words.commonNames,
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
          <p className={styles.quiet}>{words.unaccepted(<TaxonName label={taxonNamed(chosen.scientificName, chosen.taxonRank)} />)}</p>
        )}
      </div>
      {report.ambiguousCount > 0 && (
        <Note>
          <p>{words.ambiguous}</p>
        </Note>
      )}
      <Table label={words.table} columns={columnsOf(report.taxa, outcomes)} rows={report.taxa} rowKey={({ row }) => String(row)} />
      {names.length > 0 && <Facts className={styles.names} facts={names} />}
    </>
  )
}

function columnsOf(taxa: readonly TakenTaxon[], outcomes: ReadonlyMap<number, RowOutcome>): Column<TakenTaxon>[] {
  const levels = levelsOf(taxa)
  return [
    {
      id: 'taxon',
      header: words.taxon,
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
    { id: 'rank', header: words.rank, cell: taxon => taxon.taxonRank },
    {
      id: 'outcome',
      header: words.outcome,
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
  if (!row) return words.there
  const { outcome, parentName, message } = row
  if (outcome === 'new') return words.newAt(parentName)
  if (outcome === 'changed') return words.completed(message)
  if (above?.outcome === 'ambiguous' || above?.outcome === 'refused') return words.leftOutWithParent
  return words.leftOut(message)
}

const mostNames = 12

function someOf(names: readonly string[]): string {
  const rest = names.length - mostNames
  return names.slice(0, mostNames).join(', ') + (rest > 0 ? words.andMore(rest) : '')
}

function withLanguage(name: string, code: string): string {
  const language = languageName(code)
  return language === '' ? name : `${name} (${language})`
}
