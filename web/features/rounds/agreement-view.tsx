import { useState } from 'react'
import type { Agreement, PairAgreement } from '../../../shared/contracts/annotation-sessions.ts'
import { csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { formatNumber } from '../../ui/format.ts'
import { formatLocalTime } from '../../ui/local-time.ts'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Term } from '../../ui/term.tsx'
import { ConfusionMatrix } from './confusion-matrix.tsx'
import { type LabelRow, labelRows } from './label-rows.ts'
import styles from './rounds.module.css'
import { SaveButton } from './save-button.tsx'
import { texts } from './texts.ts'
import { kappaText, withInterval } from './words.ts'

const { agreement: words, terms } = texts

/** Agreement of the members: overall, by pair and by label. */
// Long: one figure with its parts, top to bottom.
export function AgreementView({ agreement }: { agreement: Agreement }) {
  const { pairs, imageCount, imagesByTwo, imagesByAll, annotators, group, groupNames, alpha, alphaNames } = agreement
  const [chosen, setChosen] = useState(0)
  const pair = pairs[chosen] ?? pairs[0]
  const nameOf = (accountId: string) => annotators.find(one => one.accountId === accountId)?.name ?? texts.agreement.deletedAccount
  if (!pair) {
    return (
      <Note>
        <p>{words.nothing}</p>
      </Note>
    )
  }
  return (
    <div className={styles.view}>
      <p className={styles.quiet}>
        {words.basis(
          imagesByTwo,
          imageCount,
          imagesByAll,
          formatLocalTime(agreement.asOf),
          agreement.limits.leastOverlap * 100,
          agreement.limits.mostDistancePx
        )}
      </p>
      <dl className={styles.numbers}>
        <Figure {...words.agreed} value={formatNumber(agreement.agreedCount, 0)} />
        <Figure {...words.namesDiffer} value={formatNumber(agreement.namesDifferCount, 0)} />
        <Figure {...words.overlooked} value={formatNumber(agreement.overlookedCount, 0)} />
        <Figure
          name={words.fleiss}
          tip={terms.fleiss}
          value={kappaText(group?.kappa)}
          about={group ? words.fleissAbout(group.items, group.raters) : words.tooLittle}
        />
        <Figure
          name={words.fleissLabels}
          tip={terms.ofLabels(terms.fleiss)}
          value={kappaText(groupNames?.kappa)}
          about={groupNames ? words.fleissLabelsAbout(groupNames.items) : words.tooLittle}
        />
        {alpha !== undefined && (
          <>
            <Figure
              name={words.alpha}
              tip={terms.alpha}
              value={kappaText(alpha?.alpha)}
              about={alpha ? words.alphaAbout(alpha.items, alpha.ratings) : words.tooLittle}
            />
            <Figure
              name={words.alphaLabels}
              tip={terms.ofLabels(terms.alpha)}
              value={kappaText(alphaNames?.alpha)}
              about={alphaNames ? words.alphaLabelsAbout(alphaNames.items) : words.tooLittle}
            />
          </>
        )}
      </dl>
      <p className={styles.quiet}>{words.formulas}</p>
      <Pairs pairs={pairs} nameOf={nameOf} />
      <Section
        title={texts.matrix.title}
        description={texts.matrix.description}
        actions={<SaveMatrix agreement={agreement} pair={pair} nameOf={nameOf} />}
      >
        {pairs.length > 1 && (
          <Select
            label={texts.matrix.pair}
            value={String(chosen)}
            onChange={event => setChosen(Number(event.currentTarget.value))}
            options={pairs.map(({ first, second }, at) => ({ value: String(at), label: words.pair(nameOf(first), nameOf(second)) }))}
          />
        )}
        <ConfusionMatrix pair={pair} labels={agreement.labels} first={nameOf(pair.first)} second={nameOf(pair.second)} />
      </Section>
      <PerLabel agreement={agreement} pair={pair} />
    </div>
  )
}

function Figure({ name, tip, value, about }: { name: string; tip?: string; value: string; about: string }) {
  return (
    <div>
      <dt>
        <Term tip={tip}>{name}</Term>
      </dt>
      <dd>
        {value}
        <small>{about}</small>
      </dd>
    </div>
  )
}

function Pairs({ pairs, nameOf }: { pairs: PairAgreement[]; nameOf: (accountId: string) => string }) {
  const columns: Column<PairAgreement>[] = [
    { id: 'who', header: texts.pairs.columns.who, cell: ({ first, second }) => words.pair(nameOf(first), nameOf(second)) },
    { id: 'images', header: texts.pairs.columns.images, number: true, stackedLabel: true, cell: ({ images }) => formatNumber(images, 0) },
    {
      id: 'matched',
      header: texts.pairs.columns.matched,
      number: true,
      stackedLabel: true,
      cell: ({ matched }) => formatNumber(matched, 0)
    },
    {
      id: 'first',
      header: texts.pairs.columns.first,
      number: true,
      stackedLabel: true,
      cell: ({ onlyFirst }) => formatNumber(onlyFirst, 0)
    },
    {
      id: 'second',
      header: texts.pairs.columns.second,
      number: true,
      stackedLabel: true,
      cell: ({ onlySecond }) => formatNumber(onlySecond, 0)
    },
    {
      id: 'kappa',
      header: texts.pairs.columns.kappa,
      tip: terms.cohen,
      number: true,
      stackedLabel: true,
      cell: ({ kappa }) => withInterval(kappa)
    },
    {
      id: 'names',
      header: texts.pairs.columns.names,
      tip: terms.ofLabels(terms.cohen),
      number: true,
      stackedLabel: true,
      cell: ({ namesKappa }) => withInterval(namesKappa)
    }
  ]
  return (
    <Section title={texts.pairs.title} description={texts.pairs.description}>
      <Table label={texts.pairs.label} columns={columns} rows={pairs} rowKey={({ first, second }) => `${first} ${second}`} />
    </Section>
  )
}

const labelColumns: Column<LabelRow>[] = [
  { id: 'label', header: texts.perLabel.columns.label, cell: ({ name }) => name },
  { id: 'items', header: texts.perLabel.columns.items, number: true, stackedLabel: true, cell: ({ items }) => formatNumber(items, 0) },
  {
    id: 'kappa',
    header: texts.perLabel.columns.kappa,
    tip: terms.cohen,
    number: true,
    stackedLabel: true,
    cell: ({ kappa }) => withInterval(kappa)
  },
  {
    id: 'groupItems',
    header: texts.perLabel.columns.groupItems,
    number: true,
    stackedLabel: true,
    cell: ({ groupItems }) => formatNumber(groupItems, 0)
  },
  {
    id: 'group',
    header: texts.perLabel.columns.group,
    tip: terms.fleiss,
    number: true,
    stackedLabel: true,
    cell: ({ groupKappa }) => kappaText(groupKappa)
  }
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
      title={texts.perLabel.title}
      description={texts.perLabel.description}
      actions={<SaveButton what={texts.perLabel.save} onSave={save} />}
    >
      <Table label={texts.perLabel.label} columns={labelColumns} rows={rows} rowKey={({ label }) => String(label)} />
    </Section>
  )
}

function SaveMatrix({ agreement, pair, nameOf }: { agreement: Agreement; pair: PairAgreement; nameOf: (accountId: string) => string }) {
  const name = (place: number) => (place < 0 ? texts.matrix.notMarked : (agreement.labels[place]?.name ?? ''))
  const save = () =>
    saveText(
      'confusion-matrix.csv',
      'text/csv',
      csvOf({
        columns: [nameOf(pair.first), nameOf(pair.second), 'count'],
        rows: pair.cells.map(([row, column, count]) => [name(row), name(column), count])
      })
    )
  return <SaveButton what={texts.matrix.save} onSave={save} />
}
