import t from 'tap'
import { newestAddress } from '../../../web/ui/newest-address.ts'

const params = (text: string) => new URLSearchParams(text)

t.test('a change builds on the previous one, even while an earlier one is shown', t => {
  const address = newestAddress(params(''))
  address.write(params('m=1'))
  address.write(params('m=1&list=on'))
  address.show(params('m=1'))
  t.equal(address.current().toString(), 'm=1&list=on')
  address.write(params('m=2&list=on'))
  address.show(params('m=2&list=on')) // renders may be skipped
  t.equal(address.current().toString(), 'm=2&list=on')
  t.end()
})

t.test('a link to another address replaces what was written', t => {
  const address = newestAddress(params('m=1'))
  address.write(params('m=2'))
  address.show(params('f=depth'))
  t.equal(address.current().toString(), 'f=depth')
  address.write(params('f=depth&m=3'))
  address.show(params('f=depth&m=3'))
  address.show(params('m=1'))
  t.equal(address.current().toString(), 'm=1', 'the way back in the history')
  t.end()
})
