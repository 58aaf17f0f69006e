import t from 'tap'
import { groupMarks, type Mark, matchMarks } from '../../../../shared/statistics/agreement/group-marks.ts'

const box = (x: number, category = 'sponge'): Mark => ({
  shape: { kind: 'box', x, y: 0, width: 10, height: 10 },
  pointId: null,
  category
})
const point = (pointId: string, category: string): Mark => ({ shape: { kind: 'point', x: 0, y: 0 }, pointId, category })
const image = (category: string): Mark => ({ shape: null, pointId: null, category })

t.test('sample points match by identity, wherever they lie, and whole images by name', async t => {
  const first = [point('a', 'sand'), image('reef'), box(0)]
  const second = [box(1), point('b', 'sand'), point('a', 'mud'), image('mud')]
  const { matches, onlyFirst, onlySecond } = matchMarks(first, second)
  t.same(
    matches.map(match => [match.first, match.second]),
    [
      [2, 0],
      [0, 2]
    ]
  )
  t.same([onlyFirst, onlySecond], [[1], [1, 3]])
})

t.test('a group contains each annotator once, the closest annotation first', async t => {
  // The second annotator marked the same individual twice: the nearer annotation joins.
  const { groups, pairs } = groupMarks([[box(0)], [box(2), box(1)], [box(1)]])
  t.same(
    groups.map(group => group.map(({ annotator, mark }) => `${annotator}.${mark}`)),
    [['0.0', '1.1', '2.0'], ['1.0']]
  )
  t.same(
    pairs.map(({ annotators }) => annotators),
    [
      [0, 1],
      [0, 2],
      [1, 2]
    ]
  )
})

t.test('no annotations give no groups', async t => {
  t.same(groupMarks([]).groups, [])
  t.same(groupMarks([[], []]).groups, [])
})
