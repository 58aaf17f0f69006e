import { useMemo, useState } from 'react'
import type { ImportReport, RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { rowDecisionsLimit } from '../../../../shared/limits.ts'
import { ColumnMeanings } from '../../../ui/column-meanings.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { LineTable } from '../line-table.tsx'
import styles from './import.module.css'
import { RowDecision, type RowDecisions } from './row-decisions.tsx'
import { type ShownOutcome, texts } from './texts.tsx'

const { report: words } = texts

interface Line {
  row: number
  name: string
  taxon?: RowOutcome['taxon']
  about: string
  /** Outcome of an ambiguous row, which needs a decision. */
  outcome?: RowOutcome
}

interface ReportProps {
  sourceName: string
  report: ImportReport
  decided: RowDecisions
  onDecide: (outcome: RowOutcome, choice: string) => void
}

/** Report on an imported list: the number of rows by outcome, and the rows with the chosen outcome. */
// Long: the counts of all outcomes, and the rows of the chosen one.
export function Report({ sourceName, report, decided, onDecide }: ReportProps) {
  const ambiguous = useMemo(() => ambiguousRows(report, decided), [report, decided])
  const counts: Record<ShownOutcome, number> = {
    new: report.newCount,
    changed: report.changedCount,
    ambiguous: report.ambiguousCount + ambiguous.length - report.rows.filter(({ outcome }) => outcome === 'ambiguous').length,
    refused: report.refusedCount,
    leftOut: report.leftOut.length
  }
  const outcomes = (Object.keys(words.outcomes) as ShownOutcome[]).filter(outcome => counts[outcome] > 0)
  const worst = (['refused', 'ambiguous', 'new', 'changed', 'leftOut'] as const).find(outcome => counts[outcome] > 0)
  const [chosen, setChosen] = useState<ShownOutcome | undefined>(worst)
  const shown = chosen && counts[chosen] > 0 ? chosen : worst
  const lines = useMemo(() => (shown ? linesOf(report, ambiguous, shown) : []), [report, ambiguous, shown])

  return (
    <>
      <p className={styles.source}>{words.rows(sourceName, report.rowCount, report.unchangedCount)}</p>
      {report.columns.length > 0 && <ColumnMeanings columns={report.columns} words={words.meanings} label={words.columns} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div className={styles.outcomes} role="group" aria-label={words.show}>
        {outcomes.map(outcome => (
          <button key={outcome} type="button" aria-pressed={outcome === shown} data-outcome={outcome} onClick={() => setChosen(outcome)}>
            <b>{formatNumber(counts[outcome], 0)}</b> {words.outcomes[outcome]}
          </button>
        ))}
      </div>
      {shown && (
        <LineTable
          label={words.table(shown)}
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
                    words.limit(rowDecisionsLimit)
                  )
                ]
              : [])
          ]}
        />
      )}
      {shown && lines.length < counts[shown] && <p className={styles.more}>{words.first(lines.length)}</p>}
    </>
  )
}

const columns = [
  { name: words.row, width: '4rem' },
  { name: words.name, width: 'minmax(8rem, 1fr)' },
  { name: words.remark, width: 'minmax(12rem, 2fr)', fillsLine: true }
]

const decisionColumns = [...columns, { name: words.decision, width: 'minmax(12rem, 1.5fr)', fillsLine: true }]

/** Returns the rows that need a person's decision, including those already decided. */
function ambiguousRows(report: ImportReport, decided: RowDecisions): RowOutcome[] {
  const open = report.rows.filter(({ outcome, row }) => outcome === 'ambiguous' && !decided.has(row))
  return [...open, ...Array.from(decided.values(), ({ outcome }) => outcome)].sort((a, b) => a.row - b.row)
}

function linesOf(report: ImportReport, ambiguous: RowOutcome[], shown: ShownOutcome): Line[] {
  if (shown === 'leftOut') return report.leftOut.map(({ row, column, message }) => ({ row, name: column, about: message }))
  const rows = shown === 'ambiguous' ? ambiguous : report.rows.filter(({ outcome }) => outcome === shown)
  return rows.map(outcome => {
    const { row, name, taxon, parentName, column, message } = outcome
    const place = parentName !== null || shown === 'new' || shown === 'changed' ? words.place(parentName) : ''
    const reason = [column && `${column}: `, message].filter(Boolean).join('')
    const about = [reason, shown === 'refused' ? '' : place].filter(Boolean).join(' · ')
    return { row, name, about, ...(taxon && { taxon }), ...(shown === 'ambiguous' && { outcome }) }
  })
}
