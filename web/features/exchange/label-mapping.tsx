import { type ReactNode, useMemo, useState } from 'react'
import type { ForeignLabel, LabelTarget } from '../../../shared/contracts/exchange.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { BareSelect } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import { SearchField } from '../../ui/text-field.tsx'
import styles from './exchange.module.css'
import { importTexts as texts } from './texts.ts'

const { labels: words } = texts

/** Catalog label picker in a dialog, with a function that looks up the name of a label. */
export interface LabelChoice {
  nameOf: (labelId: string) => string | null
  render: (request: { title: string; onChoose: (labelId: string) => void; onClose: () => void }) => ReactNode
}

type Change = { id: string; target: LabelTarget }

interface LabelMappingProps {
  labels: readonly ForeignLabel[]
  pickLabel: LabelChoice
  readOnly: boolean
  onChange: (changes: Change[]) => void
}

const pageSize = 100
const searchedFrom = 12
/** Maximum number of labels in one request. */
const mostAtOnce = 2000

/** Table of the labels in a file. Each is mapped to a catalog label, added as a new label or left out. */
// Long: one table of choices, with a search.
export function LabelMapping({ labels, pickLabel, readOnly, onChange }: LabelMappingProps) {
  const [text, setText] = useState('')
  const [shown, setShown] = useState(pageSize)
  const [picking, setPicking] = useState<ForeignLabel | null>(null)
  const sorted = useMemo(() => labels.toSorted((a, b) => b.annotationCount - a.annotationCount), [labels])
  const sought = text.trim().toLowerCase()
  const found = sought ? sorted.filter(({ name, path }) => [...path, name].join(' ').toLowerCase().includes(sought)) : sorted
  const unknown = labels.filter(({ match }) => match === null)

  function changeAll(of: readonly ForeignLabel[], target: LabelTarget) {
    for (let at = 0; at < of.length; at += mostAtOnce) onChange(of.slice(at, at + mostAtOnce).map(({ id }) => ({ id, target })))
  }

  return (
    <section className={styles.part} aria-label={words.title}>
      <div className={styles.partHead}>
        <h3>{words.title}</h3>
        {!readOnly && unknown.length > 1 && (
          <div className={styles.rowActions}>
            <Button size="small" onClick={() => changeAll(unknown, { kind: 'new' })}>
              {words.addUnknown}
            </Button>
            <Button size="small" onClick={() => changeAll(unknown, { kind: 'leaveOut' })}>
              {words.leaveOutUnknown}
            </Button>
          </div>
        )}
      </div>
      <p className={styles.rowAbout}>{words.about(labels.length, labels.length - unknown.length)}</p>
      {labels.length > searchedFrom && (
        <SearchField label={words.find} value={text} onChange={event => setText(event.currentTarget.value)} className={styles.search} />
      )}
      <Table<ForeignLabel>
        label={words.table}
        rows={found.slice(0, shown)}
        rowKey={({ id }) => id}
        columns={[
          { id: 'name', header: words.nameColumn, cell: name },
          {
            id: 'count',
            header: words.countColumn,
            number: true,
            stackedLabel: true,
            cell: ({ annotationCount }) => formatNumber(annotationCount, 0)
          },
          {
            id: 'target',
            header: words.targetColumn,
            cell: label => (
              <Target
                label={label}
                nameOf={pickLabel.nameOf}
                readOnly={readOnly}
                onPick={() => setPicking(label)}
                onChange={target => onChange([{ id: label.id, target }])}
              />
            )
          }
        ]}
      />
      {found.length === 0 && <p className={styles.nothing}>{words.none(text.trim())}</p>}
      {found.length > shown && (
        <div>
          <Button size="small" onClick={() => setShown(shown + pageSize)}>
            {words.showMore(Math.min(pageSize, found.length - shown))}
          </Button>
        </div>
      )}
      {picking &&
        pickLabel.render({
          title: words.choose(picking.name),
          onChoose: labelId => {
            onChange([{ id: picking.id, target: { kind: 'existing', labelId } }])
            setPicking(null)
          },
          onClose: () => setPicking(null)
        })}
    </section>
  )
}

function name({ name: own, taxon, path, ambiguous }: ForeignLabel) {
  return (
    <span className={styles.labelName}>
      <TaxonName label={{ name: own, ...taxon }} />
      {path.length > 0 && <span className={styles.labelPath}>{path.join(' › ')}</span>}
      {ambiguous && <Badge tone="warn">{words.ambiguous}</Badge>}
    </span>
  )
}

interface TargetProps {
  label: ForeignLabel
  nameOf: LabelChoice['nameOf']
  readOnly: boolean
  onPick: () => void
  onChange: (target: LabelTarget) => void
}

const render = 'ask'

function Target({ label, nameOf, readOnly, onPick, onChange }: TargetProps) {
  const { target } = label
  const chosen = target.kind === 'existing' ? (label.targetName ?? nameOf(target.labelId) ?? words.unnamed) : null
  return (
    <BareSelect
      className={styles.target}
      label={words.target(label.name)}
      disabled={readOnly}
      value={target.kind}
      onChange={event => {
        const { value } = event.target
        if (value === render) onPick()
        else if (value === 'new' || value === 'leaveOut') onChange({ kind: value })
      }}
      options={[
        ...(chosen === null ? [] : [{ value: 'existing', label: chosen }]),
        { value: 'new', label: words.new },
        { value: 'leaveOut', label: words.leaveOut },
        { value: render, label: words.another }
      ]}
    />
  )
}
