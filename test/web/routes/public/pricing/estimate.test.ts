import t from 'tap'
import { estimate, readAmount, volumeInWords } from '../../../../../web/routes/public/pricing/estimate.ts'

const survey = {
  imagesPerYear: 1200,
  megabytesPerImage: 10,
  years: 2,
  derivedShare: 0.5,
  copies: 2,
  pricePerGigabyteMonth: 1,
  machinePerMonth: 10
}

t.test('volume is images × size × previews × copies', async t => {
  const { gigabytesPerYear, storedGigabytes, imageCount } = estimate(survey)
  t.equal(gigabytesPerYear, 36)
  t.equal(storedGigabytes, 72)
  t.equal(imageCount, 2400)
})

t.test('each month pays for the data stored at its end', async t => {
  const { years, total, lastMonth } = estimate(survey)
  let expected = 0
  for (let month = 1; month <= 12; month++) expected += 3 * month
  t.equal(years[0]?.storageCost, expected)
  t.equal(years[1]?.storageCost, expected + 12 * 36)
  t.equal(total, 2 * expected + 12 * 36 + 24 * 10)
  t.equal(lastMonth, 72 + 10)
})

t.test('without prices there is a volume and no cost', async t => {
  t.match(estimate({ ...survey, pricePerGigabyteMonth: null, machinePerMonth: null }), { storedGigabytes: 72, total: 0, lastMonth: 0 })
})

t.test('impossible amounts are refused', async t => {
  t.throws(() => estimate({ ...survey, imagesPerYear: -1 }), RangeError)
  t.throws(() => estimate({ ...survey, copies: 0 }), RangeError)
  t.throws(() => estimate({ ...survey, years: Number.NaN }), RangeError)
})

t.test('reads numbers as people type them', async t => {
  t.equal(readAmount(' 0,023 '), 0.023)
  t.equal(readAmount('.5'), 0.5)
  t.equal(readAmount('12'), 12)
  for (const wrong of ['', 'abc', '-3', '1e9', '1.2.3', '∞']) t.equal(readAmount(wrong), null, wrong)
})

t.test('names volumes in the unit that reads best', async t => {
  t.equal(volumeInWords(0), '0 GB')
  t.equal(volumeInWords(749.6), '750 GB')
  t.equal(volumeInWords(2080), '2.08 TB')
})
