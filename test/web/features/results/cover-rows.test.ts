import t from 'tap'
import type { CoverGroup } from '../../../../shared/contracts/results.ts'
import { coverRows } from '../../../../web/features/results/cover-rows.ts'

const taxa = ['Kelp', 'Sand'].map(name => ({ id: name, name, scientificName: null, taxonRank: null }))
const group = (name: string, facts: Partial<CoverGroup>): CoverGroup => ({
  ...{ key: name, name, images: 2, imagesScored: 2, points: 30, scorable: 25, unscorable: 3, unnamed: 2, leftOut: 0, covers: [] },
  ...facts
})
const whole = { taxon: 1, points: 25, share: 1, low: 0.8668, high: 1, meanOfImages: 1, standardError: 0 }

t.test('the file of the page has a row for each taxon in each group, with 0 and its interval for an absent one', async t => {
  const groups = [group('M1', { covers: [whole] }), group('M2', { imagesScored: 1, covers: [{ ...whole, standardError: null }] })]
  const { columns, rows } = coverRows({ taxa, groups }, 'site')
  t.same(columns.slice(0, 9), [
    ...['site', 'images', 'points', 'scorablePoints', 'unscorablePoints', 'unnamedPoints', 'taxon', 'scientificName', 'taxonRank']
  ])
  t.same(columns.slice(9), ['taxonPoints', 'coverPercent', 'low', 'high', 'meanOfImagesPercent', 'standardError'])
  t.match(rows, [
    ['M1', 2, 30, 25, 3, 2, 'Kelp', null, null, 0, 0, 0, /^13\.3/, 0, 0],
    ['M1', 2, 30, 25, 3, 2, 'Sand', null, null, 25, 100, 86.68, 100, 100, 0],
    ['M2', 1, 30, 25, 3, 2, 'Kelp', null, null, 0, 0, 0, /^13\.3/, 0, null],
    ['M2', 1, 30, 25, 3, 2, 'Sand', null, null, 25, 100, 86.68, 100, 100, null]
  ])
})

t.test('a group without a scorable point has rows without cover', async t => {
  const { rows } = coverRows({ taxa, groups: [group('M3', { imagesScored: 0, points: 5, scorable: 0 })] }, 'site')
  t.same(
    rows.map(row => row.slice(6)),
    ['Kelp', 'Sand'].map(name => [name, null, null, 0, null, null, null, null, null])
  )
})
