import t from 'tap'
import {
  alike,
  between,
  fitScale,
  fitted,
  largestScale,
  panned,
  seenPart,
  settled,
  toMedia,
  toScreen,
  zoomedAt
} from '../../../web/imagery/viewport.ts'

const view = { width: 1000, height: 800 }
const media = { width: 4000, height: 3000 }

t.test('a picture is fitted whole into the canvas, centred', t => {
  t.equal(fitScale(view, media), 0.25)
  t.same(fitted(view, media), { centerX: 2000, centerY: 1500, scale: 0.25 })
  t.end()
})

t.test('a picture smaller than the canvas is not enlarged', t => {
  t.equal(fitScale(view, { width: 320, height: 240 }), 1)
  t.end()
})

t.test('screen and picture coordinates are each other’s inverse', t => {
  const viewport = { centerX: 1234, centerY: 987, scale: 0.7 }
  const back = toScreen(viewport, view, toMedia(viewport, view, { x: 17, y: 640 }))
  t.ok(Math.abs(back.x - 17) < 1e-9 && Math.abs(back.y - 640) < 1e-9)
  t.same(toMedia(viewport, view, { x: 500, y: 400 }), { x: 1234, y: 987 }, 'the middle of the canvas is the centre')
  t.end()
})

t.test('zooming keeps the pixel under the pointer where it is', t => {
  const at = { x: 700, y: 300 }
  const before = { centerX: 2000, centerY: 1500, scale: 0.6 }
  const kept = toMedia(before, view, at)
  const after = zoomedAt(before, view, media, at, 2.5)
  t.equal(after.scale, 1.5)
  const again = toScreen(after, view, kept)
  t.ok(Math.abs(again.x - at.x) < 1e-9 && Math.abs(again.y - at.y) < 1e-9)
  t.end()
})

t.test('zoom ends at the whole picture and at sixteen times', t => {
  const start = fitted(view, media)
  t.equal(zoomedAt(start, view, media, { x: 0, y: 0 }, 1e-9).scale, 0.25)
  t.same(zoomedAt(start, view, media, { x: 0, y: 0 }, 0.5), start, 'zooming out of the whole picture leaves it centred')
  t.equal(zoomedAt(start, view, media, { x: 0, y: 0 }, 1e9).scale, largestScale)
  t.end()
})

t.test('a picture cannot be moved out of the canvas', t => {
  const start = { centerX: 2000, centerY: 1500, scale: 1 }
  t.same(panned(start, view, media, 1e6, 1e6), { centerX: 500, centerY: 400, scale: 1 }, 'its top left corner stays in the corner')
  t.same(panned(start, view, media, -1e6, -1e6), { centerX: 3500, centerY: 2600, scale: 1 })
  t.same(panned(start, view, media, 100, 0), { centerX: 1900, centerY: 1500, scale: 1 }, 'moving it to the right shows more of the left')
  t.end()
})

t.test('a side that fits is centred, and the other can be moved', t => {
  const wide = { width: 8000, height: 500 }
  t.same(settled({ centerX: 1000, centerY: 77, scale: 1 }, view, wide), { centerX: 1000, centerY: 250, scale: 1 })
  t.end()
})

t.test('during a zoom the point under the pointer stays in place', t => {
  const at = { x: 850, y: 120 }
  const from = { centerX: 2000, centerY: 1500, scale: 0.5 }
  const to = zoomedAt(from, view, media, at, 4)
  const kept = toMedia(from, view, at)
  for (const share of [0.1, 0.5, 0.9]) {
    const { x, y } = toScreen(between(from, to, share), view, kept)
    t.ok(Math.abs(x - at.x) < 1e-6 && Math.abs(y - at.y) < 1e-6, `at ${share}`)
  }
  t.same(between(from, to, 1), to)
  t.end()
})

t.test('a pan without zoom goes straight', t => {
  const half = between({ centerX: 0, centerY: 100, scale: 1 }, { centerX: 200, centerY: 100, scale: 1 }, 0.5)
  t.same(half, { centerX: 100, centerY: 100, scale: 1 })
  t.end()
})

t.test('viewports a tenth of a pixel apart count as equal', t => {
  t.ok(alike({ centerX: 10, centerY: 10, scale: 1 }, { centerX: 10.05, centerY: 10, scale: 1 }))
  t.notOk(alike({ centerX: 10, centerY: 10, scale: 1 }, { centerX: 11, centerY: 10, scale: 1 }))
  t.notOk(alike({ centerX: 10, centerY: 10, scale: 1 }, { centerX: 10, centerY: 10, scale: 1.1 }))
  t.end()
})

t.test('the visible part is cut at the edges of the picture', t => {
  t.same(seenPart(fitted(view, media), view, media), { left: 0, top: 0, right: 4000, bottom: 3000 })
  t.same(seenPart({ centerX: 500, centerY: 400, scale: 1 }, view, media), { left: 0, top: 0, right: 1000, bottom: 800 })
  t.end()
})
