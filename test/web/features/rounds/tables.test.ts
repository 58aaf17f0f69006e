import t from 'tap'
import { groupTable } from '../../../../web/features/rounds/group-table.ts'
import { labelRows } from '../../../../web/features/rounds/label-rows.ts'
import type { MarkGroup } from '../../../../web/features/rounds/queries.ts'

t.test('a label that neither of two people used also has a row, and the most used label comes first', t => {
  const labels = ['Porifera', 'Anthozoa', 'Asteroidea'].map((name, at) => ({ id: `label-${at}`, name }))
  const group = {
    ...{ kappa: 0.5, items: 9, raters: 3, observedAgreement: 0.8, chanceAgreement: 0.6 },
    labels: [
      { label: 2, items: 4, kappa: 0.25 },
      { label: -1, items: 3, kappa: 0 }
    ]
  }
  const rows = labelRows({ labels, group }, { labels: [{ label: 1, items: 7, kappa: null }] })
  t.same(rows, [
    { label: 1, name: 'Anthozoa', items: 7, kappa: null, groupItems: 0, groupKappa: null },
    { label: 2, name: 'Asteroidea', items: 0, kappa: null, groupItems: 4, groupKappa: 0.25 },
    { label: 0, name: 'Porifera', items: 0, kappa: null, groupItems: 0, groupKappa: null }
  ])
  t.equal(labelRows({ labels, group: null }, { labels: [] }).length, 3)
  t.end()
})

t.test('the list of disagreements has a row for each individual and a column for each person', async t => {
  const person = (accountId: string) => ({ accountId, name: accountId.toUpperCase() })
  const mark = (accountId: string, labelId: string | null) => ({ ...person(accountId), labelId, annotation: { id: `${accountId}-1` } })
  async function* groups() {
    yield {
      ...{ id: '1', kind: 'overlooked', isSamplePoint: false, point: null, settled: false, mediaId: 'm', fileName: 'a.jpg' },
      marks: [mark('ana', 'sponge'), mark('bo', null)],
      missing: [person('cy')]
    } as unknown as MarkGroup
    yield {
      ...{ id: '2', kind: 'namesDiffer', isSamplePoint: true, settled: true, mediaId: 'm', fileName: 'b.jpg' },
      marks: [mark('ana', 'gone')],
      missing: []
    } as unknown as MarkGroup
  }
  const labelIndex = { get: (id: string | null) => (id === 'sponge' ? { name: 'Porifera' } : undefined) } as Parameters<
    typeof groupTable
  >[2]
  t.same(await groupTable(groups(), ['ana', 'bo', 'cy'].map(person), labelIndex), {
    columns: ['image', 'kind', 'settled', 'sample_point', 'ANA', 'BO', 'CY', 'annotations'],
    rows: [
      ['a.jpg', 'annotated by some only', 'no', 'no', 'Porifera', 'no label', 'not annotated', 'ana-1 bo-1'],
      ['b.jpg', 'different labels', 'yes', 'yes', 'a deleted label', null, null, 'ana-1']
    ]
  })
})
