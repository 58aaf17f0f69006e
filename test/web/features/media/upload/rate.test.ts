import t from 'tap'
import { transferRate } from '../../../../../web/features/media/upload/rate.ts'

t.test('speed is that of the last six seconds', t => {
  const rate = transferRate()
  t.equal(rate.bytesPerSecond(0), 0)
  for (let second = 0; second <= 4; second++) rate.add(1000, second * 1000)
  t.equal(rate.bytesPerSecond(4000), 1250)
  t.equal(rate.bytesPerSecond(20_000), 0, 'a pause soon stops counting')
  t.end()
})

t.test('the first moment gives no speed yet', t => {
  const rate = transferRate()
  rate.add(1_000_000, 0)
  t.equal(rate.bytesPerSecond(10), 0)
  t.end()
})
