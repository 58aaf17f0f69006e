import t from 'tap'
import { newSecret } from '../../../server/lib/ids.ts'

t.test('secrets have 256 bits and never repeat', async t => {
  t.equal(Buffer.from(newSecret(), 'base64url').length, 32)
  t.not(newSecret(), newSecret())
})
