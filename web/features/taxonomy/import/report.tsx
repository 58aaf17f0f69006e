import { useMemo, useState } from 'react'
import type { ImportReport, RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { rowDecisionsLimit } from '../../../../shared/limits.ts'
import { formatNumber } from '../../../ui/format.ts'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { LineTable } from '../line-table.tsx'
import styles from './import.module.css'
import { RowDecision, type RowDecisions } from './row-decisions.tsx'

type Shown = RowOutcome['outcome'] | 'leftOut'

interface Line {
  row: number
  name: string
  taxon?: RowOutcome['taxon']
  about: string
  /** Outcome of an ambiguous row. */
  outcome?: RowOutcome
}

const words: Record<Shown, string> = {
  new: 'new',
  changed: 'changed',
  ambiguous: 'ambiguous',
  refused: 'refused',
  leftOut: 'cells left out'
}

interface ReportProps {
  sourceName: string
  report: ImportReport
  decided: RowDecisions
  onDecide: (outcome: RowOutcome, choice: string) => void
}

/** Effects of a list: the number of rows with each outcome, and the rows of the chosen one. */
// Long: the counts of each outcome, and the rows of one.
export function Report({ sourceName, report, decided, onDecide }: ReportProps) {
  const ambiguous = useMemo(() => ambiguousRows(report, decided), [report, decided])
  const counts: Record<Shown, number> = {
    new: report.newCount,
    changed: report.changedCount,
    ambiguous: report.ambiguousCount + ambiguous.length - report.rows.filter(({ outcome }) => outcome === 'ambiguous').length,
    refused: report.refusedCount,
    leftOut: report.leftOut.length
  }
  const outcomes = (Object.keys(words) as Shown[]).filter(outcome => counts[outcome] > 0)
  const worst = (['refused', 'ambiguous', 'new', 'changed', 'leftOut'] as const).find(outcome => counts[outcome] > 0)
  const [chosen, setChosen] = useState<Shown | undefined>(worst)
  const shown = chosen && counts[chosen] > 0 ? chosen : worst
  const lines = useMemo(() => (shown ? linesOf(report, ambiguous, shown) : []), [report, ambiguous, shown])

  return (
    <>
      <p className={styles.source}>
        {sourceName}: {formatNumber(report.rowCount, 0)} rows, {formatNumber(report.unchangedCount, 0)} of them unchanged
      </p>
      {report.columns.length > 0 && (
        <ul className={styles.columns} aria-label="Columns">
          {report.columns.map(({ name, meaning }, place) => (
            <li key={place} data-ignored={meaning === 'ignored' || undefined}>
              <code>{name}</code>
              <span aria-hidden>→</span>
              <span>{meanings[meaning] ?? meaning}</span>
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div className={styles.outcomes} role="group" aria-label="Show rows that are">
        {outcomes.map(outcome => (
          <button key={outcome} type="button" aria-pressed={outcome === shown} data-outcome={outcome} onClick={() => setChosen(outcome)}>
            <b>{formatNumber(counts[outcome], 0)}</b> {words[outcome]}
          </button>
        ))}
      </div>
      {shown && (
        <LineTable
          label={`Rows: ${words[shown]}`}
          columns={shown === 'ambiguous' ? decisionColumns : columns}
          rows={lines}
          cells={({ row, name, taxon, about, outcome }) => [
            formatNumber(row, 0),
            <TaxonName key="name" label={{ name, ...taxon }} />,
            about,
            ...(outcome
              ? [
                  decided.has(row) || decided.size < rowDecisionsLimit ? (
                    <RowDecision key="decision" outcome={outcome} choice={decided.get(row)?.choice ?? ''} onDecide={onDecide} />
                  ) : (
                    `Up to ${rowDecisionsLimit} rows can be decided one by one`
                  )
                ]
              : [])
          ]}
        />
      )}
      {shown && lines.length < counts[shown] && <p className={styles.more}>The first {formatNumber(lines.length, 0)} are listed.</p>}
    </>
  )
}

const columns = [
  { name: 'Row', width: '4rem' },
  { name: 'Name', width: 'minmax(8rem, 1fr)' },
  { name: 'Remark', width: 'minmax(12rem, 2fr)', fillsLine: true }
]

const decisionColumns = [...columns, { name: 'Decision', width: 'minmax(12rem, 1.5fr)', fillsLine: true }]

const meanings: Record<string, string> = {
  key: 'identifier',
  parentKey: 'parent',
  parentName: 'parent by name',
  parent: 'parent',
  name: 'label',
  scientificName: 'scientific name',
  scientificNameAuthorship: 'author',
  scientificNameID: 'WoRMS identifier',
  aphiaId: 'AphiaID',
  taxonRank: 'rank',
  acceptedNameUsage: 'accepted name',
  acceptedKey: 'accepted taxon',
  taxonomicStatus: 'status',
  identificationQualifier: 'qualifier',
  synonyms: 'synonyms',
  vernacularName: 'common names',
  language: 'their language',
  isMarine: 'lives in the sea',
  isBrackish: 'lives in brackish water',
  isFreshwater: 'lives in fresh water',
  isTerrestrial: 'lives on land',
  environments: 'lives in',
  conservationStatus: 'Red List category',
  morphospecies: 'morphospecies',
  colour: 'colour',
  definition: 'definition',
  identificationNotes: 'how to recognise it',
  higherTaxon: 'higher taxon',
  ignored: 'not used'
}

/** Rows that need a person's decision, including the decided ones. */
function ambiguousRows(report: ImportReport, decided: RowDecisions): RowOutcome[] {
  const open = report.rows.filter(({ outcome, row }) => outcome === 'ambiguous' && !decided.has(row))
  return [...open, ...Array.from(decided.values(), ({ outcome }) => outcome)].sort((a, b) => a.row - b.row)
}

function linesOf(report: ImportReport, ambiguous: RowOutcome[], shown: Shown): Line[] {
  if (shown === 'leftOut') return report.leftOut.map(({ row, column, message }) => ({ row, name: column, about: message }))
  const rows = shown === 'ambiguous' ? ambiguous : report.rows.filter(({ outcome }) => outcome === shown)
  return rows.map(outcome => {
    const { row, name, taxon, parentName, column, message } = outcome
    const place = parentName === null ? (shown === 'new' || shown === 'changed' ? 'at the top' : '') : `under ${parentName}`
    const reason = [column && `${column}: `, message].filter(Boolean).join('')
    const about = [reason, shown === 'refused' ? '' : place].filter(Boolean).join(' · ')
    return { row, name, about, ...(taxon && { taxon }), ...(shown === 'ambiguous' && { outcome }) }
  })
}
