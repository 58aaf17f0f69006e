import t from 'tap'
import { newestAddress } from '../../../web/ui/newest-address.ts'

const params = (text: string) => new URLSearchParams(text)
const map = '/map'

/** An address that a screen has shown. */
function shownAddress(text: string) {
  const address = newestAddress()
  address.join()
  address.show(map, params(text))
  const current = (path = map, rendered = '') => address.current(path, params(rendered)).toString()
  return {
    ...address,
    current,
    write: (text: string) => address.write(map, params(text)),
    show: (text: string) => address.show(map, params(text))
  }
}

t.test('a change builds on the previous one, even while an earlier one is shown', async t => {
  const address = shownAddress('')
  address.write('m=1')
  address.write('m=1&list=on')
  address.show('m=1')
  t.equal(address.current(), 'm=1&list=on')
  address.write('m=2&list=on')
  address.show('m=2&list=on') // renders may be skipped
  t.equal(address.current(), 'm=2&list=on')
})

t.test('two parts of a screen build on each other’s changes, and both report each render', async t => {
  const address = shownAddress('q=fish')
  const change = (name: string) => {
    const next = params(address.current(map, 'q=fish'))
    next.set(name, 'on')
    address.write(next.toString())
  }
  change('list')
  change('m')
  t.equal(address.current(), 'q=fish&list=on&m=on', 'two changes in one tick')
  address.show('q=fish&list=on')
  address.show('q=fish&list=on')
  t.equal(address.current(), 'q=fish&list=on&m=on', 'the second report is no new address')
})

t.test('a change and its opposite, of which only the last is rendered, leave nothing behind', async t => {
  const address = shownAddress('image=A')
  address.write('image=B')
  address.write('image=A')
  address.show('image=A')
  address.show('image=B')
  t.equal(address.current(), 'image=B', 'a link to the address in between')
})

t.test('a link to another address replaces what was written', async t => {
  const address = shownAddress('m=1')
  address.write('m=2')
  address.show('f=depth')
  t.equal(address.current(), 'f=depth')
  address.write('f=depth&m=3')
  address.show('f=depth&m=3')
  address.show('m=1')
  t.equal(address.current(), 'm=1', 'the way back in the history')
})

t.test('another screen starts with its own address, and so does the same screen later', async t => {
  const address = newestAddress()
  const leave = address.join()
  address.show(map, params('m=1'))
  address.write(map, params('m=2'))
  t.equal(address.current('/results', params('view=taxa')).toString(), 'view=taxa')
  leave()
  t.equal(address.current(map, params('m=1')).toString(), 'm=1')
})
