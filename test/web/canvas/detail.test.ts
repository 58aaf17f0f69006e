import t from 'tap'
import { detailFor, details, forSpacing, spacingOf, symbolShare } from '../../../web/canvas/detail.ts'

t.test('at no zoom is a line off by more than a device pixel, and no symbol hides more than two touching lines', async t => {
  for (let scale = 0.01; scale < 20; scale *= 1.01) {
    const detail = details[detailFor(scale)]!
    t.ok(detail.tolerance * scale <= 0.76, `strays ${detail.tolerance * scale} px at ${scale}`)
    t.ok(detail.markSide * scale <= 6.01, `marks ${detail.markSide * scale} px at ${scale}`)
    t.ok(detail.markSide <= detail.quadSide)
  }
})

t.test('in crowded places, lines are coarser by at most a third, and at the finest detail unchanged', async t => {
  const far = details[4]!
  const [roomy, crowded] = [forSpacing(far, 24 / far.below), forSpacing(far, 0)]
  t.same(roomy, far)
  t.equal(crowded.tolerance * far.below, 1)
  t.equal(crowded.markSide * far.below, 8)
  t.equal(crowded.quadSide, far.quadSide)
  t.equal(Math.round(forSpacing(far, 18 / far.below).markSide * far.below * 1e6), 7e6)
  t.same(forSpacing(details[0]!, 1), details[0])
})

t.test('closer views have finer lines; close enough, nothing is left out', async t => {
  const chosen = [0.01, 0.0625, 0.124, 0.125, 0.3, 0.49, 0.5, 1, 16].map(detailFor)
  t.same(chosen, [4, 3, 3, 2, 1, 1, 0, 0, 0])
  t.equal(details[0]!.tolerance, 0)
})

t.test('symbols have full size where there is room, and shrink to a half where shapes are crowded', async t => {
  t.equal(symbolShare(Number.POSITIVE_INFINITY), 1)
  t.equal(symbolShare(24), 1)
  t.equal(symbolShare(18), 0.75)
  t.equal(symbolShare(0), 0.5)
  t.equal(spacingOf(100, { width: 4_000, height: 1_000 }), 200)
  t.equal(symbolShare(spacingOf(0, { width: 4_000, height: 3_000 }) * 0.3), 1, 'full size without shapes too')
})
