import t from 'tap'
import { patchOutline, patchSide } from '../../../web/imagery/patch-outline.ts'

const image = { mediaWidth: 4000, mediaHeight: 3000 }

t.test('the outline of a box lies within the margin of its crop', async t => {
  // 0.3 of the longer side on each side: 200 of 320 pixels, in a square of 256
  t.equal(patchOutline({ ...image, shape: { kind: 'box', x: 1000, y: 1000, width: 200, height: 200 } }), 'M48 48L208 48L208 208L48 208Z')
  t.equal(patchOutline({ ...image, shape: { kind: 'box', x: 1000, y: 1000, width: 200, height: 100 } }), 'M48 88L208 88L208 168L48 168Z')
})

t.test('points are rings, lines stay open, holes are outlines too, and many vertices become few', async t => {
  t.match(patchOutline({ ...image, shape: { kind: 'point', x: 1000, y: 1000 } }), /^M114 128a14 14/)
  const line = patchOutline({ ...image, shape: { kind: 'line', points: [[0, 0], [100, 50], [300, 300]] } }) // biome-ignore format: one shape
  t.match(line, /^M0 0L[\d ]+L[\d ]+$/)
  const circle = (radius: number): [number, number][] =>
    Array.from({ length: 5_000 }, (_, at) => [2000 + radius * Math.cos(at / 795.8), 1500 + radius * Math.sin(at / 795.8)])
  const ring = patchOutline({ ...image, shape: { kind: 'polygon', points: circle(500), holes: [circle(100)] } }) ?? ''
  t.equal(ring.match(/M/g)?.length, 2)
  t.ok(ring.length < 700, `${ring.length} characters`)
  t.ok((ring.match(/\d+/g) ?? []).every(number => Number(number) <= patchSide))
})

t.test('a whole image and a shape outside its image have none', async t => {
  t.equal(patchOutline({ ...image, shape: null }), null)
  t.equal(patchOutline({ ...image, shape: { kind: 'circle', x: -900, y: 0, radius: 10 } }), null)
})
