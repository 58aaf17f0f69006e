import { useState } from 'react'
import type { Agreement, PairAgreement } from '../../../shared/contracts/annotation-sessions.ts'
import { csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { formatCount, formatNumber, formatTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { ConfusionMatrix } from './confusion-matrix.tsx'
import { type LabelRow, labelRows } from './label-rows.ts'
import { SaveButton } from './save-button.tsx'
import styles from './sessions.module.css'
import { kappaText, withInterval } from './words.ts'

/** What the members agree on: the figures, who was compared with whom, label by label. */
// Long: one figure with its parts, top to bottom.
export function AgreementView({ agreement }: { agreement: Agreement }) {
  const { pairs, imageCount, imagesByTwo, imagesByAll, annotators, group, groupNames, alpha, alphaNames } = agreement
  const [chosen, setChosen] = useState(0)
  const pair = pairs[chosen] ?? pairs[0]
  const nameOf = (accountId: string) => annotators.find(one => one.accountId === accountId)?.name ?? 'a deleted account'
  if (!pair) {
    return (
      <Note>
        <p>
          No image was looked at by two members, so there is nothing to compare. An image counts as looked at when someone marked something
          on it, or set it to done.
        </p>
      </Note>
    )
  }
  return (
    <div className={styles.view}>
      <p className={styles.quiet}>
        {formatCount(imagesByTwo, 'image')} of {formatNumber(imageCount, 0)} looked at by two members or more,{' '}
        {formatNumber(imagesByAll, 0)} by all of them. An image counts as looked at when someone marked something on it, or set it to done.
        As things stood at {formatTime(agreement.asOf)}; areas match from {formatNumber(agreement.limits.leastOverlap * 100, 0)} % overlap
        on, points up to {formatNumber(agreement.limits.mostDistancePx, 0)} px apart, sample points when they are the same one.
      </p>
      <dl className={styles.numbers}>
        <Figure name="Agreed" value={formatNumber(agreement.agreedCount, 0)} about="marked and named alike by all who looked" />
        <Figure name="Different labels" value={formatNumber(agreement.namesDifferCount, 0)} about="marked by several, named otherwise" />
        <Figure name="Overlooked" value={formatNumber(agreement.overlookedCount, 0)} about="marked by some only" />
        <Figure
          name="Fleiss’ κ"
          value={kappaText(group?.kappa)}
          about={group ? `${formatCount(group.items, 'thing')}, ${formatCount(group.raters, 'person', 'people')}` : 'too little to compare'}
        />
        <Figure
          name="Fleiss’ κ of labels"
          value={kappaText(groupNames?.kappa)}
          about={groupNames ? `${formatCount(groupNames.items, 'thing')} that all marked` : 'too little to compare'}
        />
        {alpha !== undefined && (
          <>
            <Figure
              name="Krippendorff’s α"
              value={kappaText(alpha?.alpha)}
              about={alpha ? `${formatCount(alpha.items, 'thing')}, ${formatCount(alpha.ratings, 'rating')}` : 'too little to compare'}
            />
            <Figure
              name="α of labels"
              value={kappaText(alphaNames?.alpha)}
              about={alphaNames ? `${formatCount(alphaNames.items, 'thing')} that two or more marked` : 'too little to compare'}
            />
          </>
        )}
      </dl>
      <p className={styles.quiet}>
        Fleiss’ κ = (P̄ − P̄ₑ) / (1 − P̄ₑ) asks the same of everyone, so it is of the images that all looked at (Fleiss 1971). Krippendorff’s α
        = 1 − Dₒ / Dₑ, for names, takes every image that two or more looked at, and each thing with as many ratings as it has (Krippendorff
        2011). What someone overlooked is a rating, except in those of labels.
      </p>
      <Pairs pairs={pairs} nameOf={nameOf} />
      <Section
        title="Who said what"
        description="Confusion matrix: how often the first person gave the label of the row and the second that of the column."
        actions={<SaveMatrix agreement={agreement} pair={pair} nameOf={nameOf} />}
      >
        {pairs.length > 1 && (
          <Select
            label="Two people"
            value={String(chosen)}
            onChange={event => setChosen(Number(event.currentTarget.value))}
            options={pairs.map(({ first, second }, at) => ({ value: String(at), label: `${nameOf(first)} and ${nameOf(second)}` }))}
          />
        )}
        <ConfusionMatrix pair={pair} labels={agreement.labels} first={nameOf(pair.first)} second={nameOf(pair.second)} />
      </Section>
      <PerLabel agreement={agreement} pair={pair} />
    </div>
  )
}

function Figure({ name, value, about }: { name: string; value: string; about: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        <small>{about}</small>
      </dd>
    </div>
  )
}

function Pairs({ pairs, nameOf }: { pairs: PairAgreement[]; nameOf: (accountId: string) => string }) {
  const columns: Column<PairAgreement>[] = [
    { id: 'who', header: 'Two people', cell: ({ first, second }) => `${nameOf(first)} and ${nameOf(second)}` },
    { id: 'images', header: 'Images', number: true, stackedLabel: true, cell: ({ images }) => formatNumber(images, 0) },
    { id: 'matched', header: 'Matched', number: true, stackedLabel: true, cell: ({ matched }) => formatNumber(matched, 0) },
    { id: 'first', header: 'Only the first', number: true, stackedLabel: true, cell: ({ onlyFirst }) => formatNumber(onlyFirst, 0) },
    { id: 'second', header: 'Only the second', number: true, stackedLabel: true, cell: ({ onlySecond }) => formatNumber(onlySecond, 0) },
    { id: 'kappa', header: 'Cohen’s κ', number: true, stackedLabel: true, cell: ({ kappa }) => withInterval(kappa) },
    { id: 'names', header: 'κ of labels', number: true, stackedLabel: true, cell: ({ namesKappa }) => withInterval(namesKappa) }
  ]
  return (
    <Section
      title="Two by two"
      description="Cohen’s κ = (pₒ − pₑ) / (1 − pₑ), with its 95 % interval; what one of two overlooked counts as a disagreement, and is left out in κ of labels. Cohen 1960; interval after Fleiss, Cohen & Everitt 1969."
    >
      <Table label="Agreement of two people each" columns={columns} rows={pairs} rowKey={({ first, second }) => `${first} ${second}`} />
    </Section>
  )
}

const labelColumns: Column<LabelRow>[] = [
  { id: 'label', header: 'Label', cell: ({ name }) => name },
  { id: 'items', header: 'n', number: true, stackedLabel: true, cell: ({ items }) => formatNumber(items, 0) },
  { id: 'kappa', header: 'Cohen’s κ', number: true, stackedLabel: true, cell: ({ kappa }) => withInterval(kappa) },
  { id: 'groupItems', header: 'n of all', number: true, stackedLabel: true, cell: ({ groupItems }) => formatNumber(groupItems, 0) },
  { id: 'group', header: 'Fleiss’ κ', number: true, stackedLabel: true, cell: ({ groupKappa }) => kappaText(groupKappa) }
]

function PerLabel({ agreement, pair }: { agreement: Agreement; pair: PairAgreement }) {
  const rows = labelRows(agreement, pair)
  const save = () =>
    saveText(
      'agreement-by-label.csv',
      'text/csv',
      csvOf({
        columns: ['label', 'n', 'cohens_kappa', 'low', 'high', 'n_of_all', 'fleiss_kappa'],
        rows: rows.map(({ name, items, kappa, groupItems, groupKappa }) => [
          ...[name, items, kappa?.kappa ?? null, kappa?.low ?? null, kappa?.high ?? null],
          ...[groupItems, groupKappa]
        ])
      })
    )
  return (
    <Section
      title="Label by label"
      description="This label against anything else, overlooked things included. n: things that one of them gave the label. Cohen’s κ is that of the two people above; Fleiss’ κ (1971) is of all members, on images that all looked at, and has no interval. – where κ has no value."
      actions={<SaveButton what="agreement by label" onSave={save} />}
    >
      <Table label="Agreement by label" columns={labelColumns} rows={rows} rowKey={({ label }) => String(label)} />
    </Section>
  )
}

function SaveMatrix({ agreement, pair, nameOf }: { agreement: Agreement; pair: PairAgreement; nameOf: (accountId: string) => string }) {
  const name = (place: number) => (place < 0 ? 'not marked' : (agreement.labels[place]?.name ?? ''))
  const save = () =>
    saveText(
      'confusion-matrix.csv',
      'text/csv',
      csvOf({
        columns: [nameOf(pair.first), nameOf(pair.second), 'count'],
        rows: pair.cells.map(([row, column, count]) => [name(row), name(column), count])
      })
    )
  return <SaveButton what="the confusion matrix" onSave={save} />
}
