import t from 'tap'
import { operatingPoint, thresholdForRecall, upperTail } from '../../../../web/charts/models/detector.ts'

const close = (t: Tap, found: number, wanted: number, within = 1e-4) =>
  t.ok(Math.abs(found - wanted) <= within, `${found} is about ${wanted}`)
type Tap = { ok(value: boolean, message: string): boolean }

t.test('gives the tails of the normal distribution', async t => {
  close(t, upperTail(0), 0.5, 1e-7)
  close(t, upperTail(1.959963984540054), 0.025, 1e-6)
  close(t, upperTail(-1), 0.8413447, 1e-6)
})

t.test('finds the threshold of a recall', async t => {
  const detector = { separation: 3, prevalence: 0.01 }
  for (const recall of [0.05, 0.5, 0.9, 0.999]) close(t, operatingPoint(detector, thresholdForRecall(detector, recall)).recall, recall)
})

t.test('has a precision that follows the prevalence: the figures of the article', async t => {
  const at = (prevalence: number) => {
    const detector = { separation: 3, prevalence }
    return operatingPoint(detector, thresholdForRecall(detector, 0.9))
  }
  close(t, at(0.5).precision, 0.955, 1e-3)
  close(t, at(0.01).precision, 0.175, 1e-3)
  close(t, 1 / at(0.01).falseAlarmRate, 23.3, 0.1)
  close(t, at(0.01).flagged, 0.0514, 1e-3)
})

t.test('a threshold above every score flags nothing and has no errors', async t => {
  t.match(operatingPoint({ separation: 2, prevalence: 0.1 }, 60), { flagged: 0, precision: 1 })
})
