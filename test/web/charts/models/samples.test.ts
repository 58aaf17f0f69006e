import t from 'tap'
import { clearWater, lightLeft } from '../../../../web/charts/models/light.ts'
import { countInterval } from '../../../../web/charts/models/poisson.ts'
import { chanceOfDetection, samplesNeeded } from '../../../../web/charts/models/replicates.ts'

t.test('counts the samples needed to infer an absence', async t => {
  t.equal(samplesNeeded(0.3, 0.95), 9)
  t.equal(samplesNeeded(0.1, 0.95), 29)
  t.equal(samplesNeeded(0.5, 0.75), 2, 'an exact match is enough')
  for (const chance of [0.05, 0.2, 0.7]) {
    const needed = samplesNeeded(chance, 0.95)
    t.ok(chanceOfDetection(chance, needed) >= 0.95)
    t.ok(chanceOfDetection(chance, needed - 1) < 0.95)
  }
  t.throws(() => samplesNeeded(0, 0.95), RangeError)
  t.throws(() => samplesNeeded(0.3, 1), RangeError)
})

t.test('light fades as in the article', async t => {
  t.equal(lightLeft(clearWater.red, 0), 1)
  t.ok(Math.abs(lightLeft(clearWater.red, 2) - 0.5) < 0.01, 'red halves in two metres')
  t.ok(Math.abs(lightLeft(clearWater.red, 4) - 0.25) < 0.01, 'a quarter of it is left at two metres above the bottom')
  t.ok(1 - lightLeft(clearWater.blue, 10) < 0.2, 'blue loses less than a fifth over ten metres')
})

t.test('the interval of a count of 36 has the exact Poisson limits', async t => {
  const { low, high } = countInterval(36)
  t.ok(Math.abs(low - 25.21) < 0.02)
  t.ok(Math.abs(high - 49.84) < 0.02)
  t.equal(countInterval(0).low, 0)
})
