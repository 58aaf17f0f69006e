import t from 'tap'
import { readCoralNet } from '../../../../../../server/backend/exchange/formats/coralnet/read.ts'
import { writeCoralNet } from '../../../../../../server/backend/exchange/formats/coralnet/write.ts'
import { bytes, collect, generated, sourceOf, withSamplePoints, written } from '../../../../../support/datasets.ts'

t.test('CoralNet points are at the centre of their pixel, with rows counted down and columns to the right', async t => {
  const text = `\uFEFFName,Date,Row,Column,Label code,Label ID,Annotator,Date annotated,Machine suggestion 1,Machine confidence 1
a.jpg,2024-01-01,1500,2000,PORIF,82,robot,2024-07-01 09:30:00 UTC,PORIF,87
a.jpg,2024-01-01,0,0,ALG,83,Ada,,PORIF,87
a.jpg,2024-01-01,5,6,,,,,,
`
  const { labels, annotations, findings } = await collect(readCoralNet(bytes(text, 5)))
  t.match(findings, [{ taken: true, column: 'date', message: /: it has a value in 3 rows$/ }])
  t.same(labels, [
    { id: '82', name: 'PORIF', path: [] },
    { id: '83', name: 'ALG', path: [] }
  ])
  const robot = {
    labelId: '82',
    confidence: 0.87,
    annotator: { id: 'robot', name: 'robot', machine: true },
    at: '2024-07-01T09:30:00.000Z'
  }
  t.same(
    annotations.map(({ shape, labels }) => [shape, labels]),
    [
      [{ kind: 'point', x: 2000.5, y: 1500.5 }, [robot]],
      [{ kind: 'point', x: 0.5, y: 0.5 }, [{ labelId: '83', annotator: { id: 'Ada', name: 'Ada' } }]],
      [{ kind: 'point', x: 6.5, y: 5.5 }, []]
    ]
  )
})

t.test('points outside the pixels of the image are reported, not moved', async t => {
  const text = 'Name,Row,Column,Label\na.jpg,50,10,X\na.jpg,49,99,X\na.jpg,1.5,2,X\na.jpg,-1,2,X\na.jpg,NaN,2,X\n,1,2,X\na.jpg,1,100,X\n'
  const sizeOf = () => ({ width: 100, height: 50 })
  const { annotations, findings } = await collect(readCoralNet(bytes(text), { sizeOf }))
  t.equal(annotations.length, 1)
  t.same(
    findings.map(({ row, column }) => [row, column]),
    [
      [2, 'Row'],
      [4, 'Row'],
      [5, 'Row'],
      [6, 'Row'],
      [7, 'Name'],
      [8, 'Column']
    ]
  )
  const old = await collect(readCoralNet(bytes('Name,Row,Column,Label\na.jpg,50,100,X\n'), { sizeOf, countedFrom: 1 }))
  t.match(old.annotations, [{ shape: { x: 99.5, y: 49.5 } }])
  await t.rejects(collect(readCoralNet(bytes('Name,x,y\n'))), { code: 'NOT_THIS_FORMAT', message: /row, column/ })
})

t.test('generated points survive export and import with CoralNet, and everything else is counted as left out', async t => {
  for (let seed = 1; seed <= 30; seed++) {
    const before = withSamplePoints(generated(seed, ['point', 'point', 'circle']))
    for (const { shape } of before.annotations)
      if (shape?.kind === 'point') Object.assign(shape, { x: Math.floor(shape.x) + 0.5, y: Math.floor(shape.y) + 0.5 })
    const points = before.annotations.filter(({ shape }) => shape?.kind === 'point')
    const { text, losses } = await written(writeCoralNet, sourceOf(before))
    const { annotations, findings } = await collect(readCoralNet(bytes(text, 9)))
    t.same(findings, [])
    t.same(
      annotations.map(({ fileName, shape, labels }) => [fileName, shape, labels[0]?.labelId]),
      points.map(({ fileName, shape, labels }) => [fileName, shape, labels[0]?.labelId])
    )
    const circles = before.annotations.length - points.length
    t.equal(losses.find(({ message }) => message.startsWith('CoralNet holds only sample points'))?.count ?? 0, circles)
  }
})
