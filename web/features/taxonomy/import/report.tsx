import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { ImportReport, RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { formatNumber } from '../../../ui/format.ts'
import styles from './import.module.css'

type Shown = RowOutcome['outcome'] | 'leftOut'

interface Line {
  row: number
  name: string
  about: string
}

const words: Record<Shown, string> = {
  new: 'new',
  changed: 'changed',
  ambiguous: 'ambiguous',
  refused: 'refused',
  leftOut: 'cells left out'
}

/** What a list would do: how many rows of each outcome, and the rows of the one that is looked at. */
export function Report({ sourceName, report }: { sourceName: string; report: ImportReport }) {
  const counts: Record<Shown, number> = {
    new: report.newCount,
    changed: report.changedCount,
    ambiguous: report.ambiguousCount,
    refused: report.refusedCount,
    leftOut: report.leftOut.length
  }
  const outcomes = (Object.keys(words) as Shown[]).filter(outcome => counts[outcome] > 0)
  const worst = (['refused', 'ambiguous', 'new', 'changed', 'leftOut'] as const).find(outcome => counts[outcome] > 0)
  const [chosen, setChosen] = useState<Shown | undefined>(worst)
  const shown = chosen && counts[chosen] > 0 ? chosen : worst
  const lines = useMemo(() => (shown ? linesOf(report, shown) : []), [report, shown])

  return (
    <>
      <p className={styles.source}>
        {sourceName}: {formatNumber(report.rowCount, 0)} rows, {formatNumber(report.unchangedCount, 0)} of them as in the catalog
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
      {shown && <Lines lines={lines} label={`Rows: ${words[shown]}`} />}
      {shown && lines.length < counts[shown] && <p className={styles.more}>The first {formatNumber(lines.length, 0)} are listed.</p>}
    </>
  )
}

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
  colour: 'colour',
  definition: 'definition',
  identificationNotes: 'how to recognise it',
  higherTaxon: 'higher taxon',
  ignored: 'not used'
}

function linesOf(report: ImportReport, shown: Shown): Line[] {
  if (shown === 'leftOut') return report.leftOut.map(({ row, column, message }) => ({ row, name: column, about: message }))
  return report.rows
    .filter(({ outcome }) => outcome === shown)
    .map(({ row, name, parentName, column, message }) => {
      const place = parentName === null ? (shown === 'new' || shown === 'changed' ? 'at the top' : '') : `under ${parentName}`
      const reason = [column && `${column}: `, message].filter(Boolean).join('')
      return { row, name, about: [reason, shown === 'refused' ? '' : place].filter(Boolean).join(' · ') }
    })
}

function Lines({ lines, label }: { lines: Line[]; label: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 40,
    overscan: 6,
    useFlushSync: false
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed one by one, which a table element cannot
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard
    <div ref={scroller} className={styles.lines} role="table" aria-label={label} aria-rowcount={lines.length + 1} tabIndex={0}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a row of a plain table */}
      <div className={styles.linesHead} role="row">
        {['Row', 'Name', 'What about it'].map(name => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: a header of a plain table
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={styles.lineRows} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start, key }) => {
          const line = lines[index]
          return (
            line && (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useFocusableInteractive: a row of a plain table
              <div
                key={key}
                ref={list.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                className={styles.line}
                style={{ transform: `translateY(${start}px)` }}
              >
                {[formatNumber(line.row, 0), line.name, line.about].map((text, place) => (
                  // biome-ignore lint/a11y/useSemanticElements: see above
                  <span key={place} role="cell">
                    {text}
                  </span>
                ))}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
