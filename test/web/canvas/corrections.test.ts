import t from 'tap'
import { asFilter, type Corrections, inForce } from '../../../web/canvas/corrections.ts'

const none: Corrections = {
  exposure: 0,
  contrast: 1,
  gamma: 1,
  whiteBalance: [1, 1, 1],
  localContrast: 0,
  stretch: [
    [0, 1],
    [0, 1],
    [0, 1]
  ]
}

t.test('a correction without an effect is off', async t => {
  t.same(inForce(null), [])
  t.same(inForce(none), [])
  const stretch: Corrections['stretch'] = [
    [0, 1],
    [0.1, 1],
    [0, 1]
  ]
  t.same(inForce({ ...none, gamma: 2, whiteBalance: [1.4, 1, 1], stretch }), ['stretch', 'whiteBalance', 'gamma'])
})

t.test('without the graphics card some adjustments use a filter, and the others are reported', async t => {
  const wanted: Corrections = { ...none, exposure: 1, contrast: 1.5, gamma: 2 }
  t.same(asFilter(wanted, true), { filter: 'brightness(2) contrast(1.5)', undone: ['gamma'] })
  t.same(asFilter(wanted, false), { filter: 'none', undone: ['exposure', 'contrast', 'gamma'] })
  t.same(asFilter(none, false), { filter: 'none', undone: [] })
})
