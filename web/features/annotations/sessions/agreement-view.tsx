import { useState } from 'react'
import type { Agreement, PairAgreement } from '../../../../shared/contracts/annotation-sessions.ts'
import { csvOf } from '../../../charts/csv.ts'
import { saveText } from '../../../charts/save.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/error-panel.tsx'
import { formatCount, formatNumber, formatTime } from '../../../ui/format.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { ConfusionMatrix } from './confusion-matrix.tsx'
import styles from './sessions.module.css'
import { kappaText, withInterval } from './words.ts'

/** What the members agree on: the figures, who was compared with whom, label by label. */
export function AgreementView({ agreement }: { agreement: Agreement }) {
  const { pairs, imageCount, imagesByTwo, imagesByAll, annotators, group, groupNames } = agreement
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
      </dl>
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

interface LabelRow {
  name: string
  items: number
  kappa: PairAgreement['kappa']
  groupItems: number
  groupKappa: number | null
}

const labelColumns: Column<LabelRow>[] = [
  { id: 'label', header: 'Label', cell: ({ name }) => name },
  { id: 'items', header: 'n', number: true, stackedLabel: true, cell: ({ items }) => formatNumber(items, 0) },
  { id: 'kappa', header: 'Cohen’s κ', number: true, stackedLabel: true, cell: ({ kappa }) => withInterval(kappa) },
  { id: 'groupItems', header: 'n of all', number: true, stackedLabel: true, cell: ({ groupItems }) => formatNumber(groupItems, 0) },
  { id: 'group', header: 'Fleiss’ κ', number: true, stackedLabel: true, cell: ({ groupKappa }) => kappaText(groupKappa) }
]

function PerLabel({ agreement, pair }: { agreement: Agreement; pair: PairAgreement }) {
  const ofGroup = new Map(agreement.group?.labels.map(one => [one.label, one]))
  const rows = pair.labels.map(({ label, items, kappa }) => ({
    name: agreement.labels[label]?.name ?? '–',
    items,
    kappa,
    groupItems: ofGroup.get(label)?.items ?? 0,
    groupKappa: ofGroup.get(label)?.kappa ?? null
  }))
  return (
    <Section
      title="Label by label"
      description="This label against anything else, overlooked things included. n: things that one of them gave the label. Cohen’s κ is that of the two people above; Fleiss’ κ (1971) is of all members, on images that all looked at, and has no interval. – where κ has no value."
    >
      <Table label="Agreement by label" columns={labelColumns} rows={rows} rowKey={({ name }) => name} />
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
  return (
    <Button size="small" icon={<DownloadIcon aria-hidden />} onClick={save}>
      CSV
    </Button>
  )
}
